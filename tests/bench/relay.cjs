// The least that a relay on Node's `ws` does: no member, no limit, no queue. To be measured beside.
const { WebSocketServer } = require("ws");

const rooms = new Map();
const server = new WebSocketServer({ port: 0, perMessageDeflate: false }, () => {
  console.log(server.address().port);
});

server.on("connection", (socket, request) => {
  const id = request.url.split("/").pop();
  if (!rooms.has(id)) rooms.set(id, new Set());
  const room = rooms.get(id);
  socket.name = Math.random().toString(36).slice(2, 10);
  socket.s = 0;
  socket.on("close", () => room.delete(socket));
  socket.on("message", (text) => {
    const frame = JSON.parse(text);
    if (frame.t === "hello") {
      room.add(socket);
      socket.send(JSON.stringify({ t: "welcome", member: socket.name }));
    } else if (frame.t === "send") {
      for (const other of room) {
        if (other === socket) continue;
        const { name: from } = socket;
        other.send(JSON.stringify({ t: "deliver", s: ++other.s, from, epoch: 1, p: frame.p }));
      }
      socket.send(JSON.stringify({ t: "ok", id: frame.id }));
    }
  });
});
