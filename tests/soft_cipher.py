"""The cipher of a browser, by another hand."""

from __future__ import annotations

import asyncio
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.seal import Broken


class SoftCipher:
    """Like a browser's own, it lets others go first."""

    async def pair(self) -> tuple[Any, bytes]:
        await _a_moment()
        private = ec.generate_private_key(ec.SECP256R1())
        public = private.public_key()
        return private, public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    async def agree(self, private: Any, public: bytes, salt: bytes, purpose: bytes) -> Any:
        await _a_moment()
        try:
            theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
        except ValueError as error:
            raise Broken("expected a public key on P-256") from error
        return await self.derive(private.exchange(ec.ECDH(), theirs), salt, purpose)

    async def derive(self, secret: bytes, salt: bytes, purpose: bytes) -> Any:
        await _a_moment()
        return AESGCM(HKDF(hashes.SHA256(), 32, salt, purpose).derive(secret))

    async def close(self, key: Any, nonce: bytes, clear: bytes, about: bytes) -> bytes:
        await _a_moment()
        return bytes(key.encrypt(nonce, clear, about))

    async def open(self, key: Any, nonce: bytes, closed: bytes, about: bytes) -> bytes:
        await _a_moment()
        try:
            return bytes(key.decrypt(nonce, closed, about))
        except (InvalidTag, ValueError) as error:
            raise Broken("expected what was sealed for us") from error


async def _a_moment() -> None:
    await asyncio.sleep(0.002)
