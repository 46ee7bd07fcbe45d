"""The browser's own cryptography behind the ``Cipher`` that seals need. Keeps no key itself."""

from __future__ import annotations

from typing import Any

from app.seal import Broken

CURVE = {"name": "ECDH", "namedCurve": "P-256"}
AES = {"name": "AES-GCM", "length": 256}


class BrowserCipher:
    """A ``Cipher`` of WebCrypto, whose keys never leave it. Only on https, or on this machine."""

    async def pair(self) -> tuple[Any, bytes]:
        pair = await _subtle().generateKey(_plain(CURVE), False, _plain(["deriveBits"]))
        raw = await _subtle().exportKey("raw", pair.publicKey)
        return pair.privateKey, raw.to_bytes()

    async def agree(self, private: Any, public: bytes, salt: bytes, purpose: bytes) -> Any:
        """Raises Broken for a public key that is none."""
        try:
            theirs = await _subtle().importKey(
                "raw", _buffer(public), _plain(CURVE), True, _plain([])
            )
            agreement = _plain({"name": "ECDH"})
            agreement.public = theirs
            shared = await _subtle().deriveBits(agreement, private, 256)
        except Exception as error:
            raise Broken("expected a public key on P-256") from error
        return await self.derive(shared.to_bytes(), salt, purpose)

    async def derive(self, secret: bytes, salt: bytes, purpose: bytes) -> Any:
        usages = _plain(["deriveKey"])
        base = await _subtle().importKey("raw", _buffer(secret), "HKDF", False, usages)
        recipe = _plain({"name": "HKDF", "hash": "SHA-256"})
        recipe.salt, recipe.info = _buffer(salt), _buffer(purpose)
        usages = _plain(["encrypt", "decrypt"])
        return await _subtle().deriveKey(recipe, base, _plain(AES), False, usages)

    async def close(self, key: Any, nonce: bytes, clear: bytes, about: bytes) -> bytes:
        closed = await _subtle().encrypt(_gcm(nonce, about), key, _buffer(clear))
        return bytes(closed.to_bytes())

    async def open(self, key: Any, nonce: bytes, closed: bytes, about: bytes) -> bytes:
        try:
            clear = await _subtle().decrypt(_gcm(nonce, about), key, _buffer(closed))
        except Exception as error:
            raise Broken("expected what was sealed for us") from error
        return bytes(clear.to_bytes())


def browser_cipher() -> BrowserCipher | None:
    """None where the browser offers none: on plain http to another machine."""
    from js import crypto

    return BrowserCipher() if getattr(crypto, "subtle", None) is not None else None


def _subtle() -> Any:
    from js import crypto

    return crypto.subtle


def _gcm(nonce: bytes, about: bytes) -> Any:
    recipe = _plain({"name": "AES-GCM"})
    recipe.iv, recipe.additionalData = _buffer(nonce), _buffer(about)
    return recipe


def _plain(value: Any) -> Any:
    """A JavaScript object or array of this."""
    import json

    from js import JSON

    return JSON.parse(json.dumps(value))


def _buffer(raw: bytes) -> Any:
    from pyodide.ffi import to_js

    return to_js(raw)
