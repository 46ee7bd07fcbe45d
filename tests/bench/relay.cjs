// Two relays to be measured beside, on Node's `ws`: no limit, no queue, nothing to resume from.
//   node relay.cjs reads      reads every frame and writes an envelope for each that is to hear it
//   node relay.cjs forwards   passes on what it never reads, like excalidraw-room
const { WebSocketServer } = require("ws");

const reads = process.argv[2] === "reads";
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
    if (!room.has(socket)) {
      room.add(socket);
      socket.send(JSON.stringify({ t: "welcome", member: socket.name }));
    } else if (reads) {
      const frame = JSON.parse(text);
      for (const other of room) {
        if (other === socket) continue;
        const { name: from } = socket;
        other.send(JSON.stringify({ t: "deliver", s: ++other.s, from, epoch: 1, p: frame.p }));
      }
      socket.send(JSON.stringify({ t: "ok", id: frame.id }));
    } else {
      for (const other of room) {
        if (other !== socket) other.send(text, { binary: false });
      }
    }
  });
});
