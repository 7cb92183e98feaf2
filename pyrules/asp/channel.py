"""Messages between a worker and the process that asks it: pickled, each after its length, over a pair of sockets."""

from __future__ import annotations

import socket
import struct
import time

LENGTH = struct.Struct(">Q")
CHUNK = 1 << 16
QUIETLY = getattr(socket, "MSG_NOSIGNAL", 0)
"""Whoever writes to one that has died is told by an error, and not killed by a signal."""


class Channel:
    """One end of a pair. Sending and receiving raise OSError (EOFError at the end) when the other end is gone."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._received = bytearray()

    def send(self, message: bytes, seconds: float | None = None) -> None:
        """Sends a pickled message. Raises TimeoutError when it is not taken within the seconds."""
        self._end.settimeout(seconds)
        self._end.sendall(LENGTH.pack(len(message)) + message, QUIETLY)

    def receive(self, until: float | None = None) -> bytes:
        """The next message, pickled. Raises TimeoutError when the monotonic clock comes to `until` before that."""
        while (message := self._whole()) is None:
            self._end.settimeout(None if until is None else max(0.001, until - time.monotonic()))
            received = self._end.recv(CHUNK)
            if not received:
                raise EOFError
            self._received += received
        return message

    def close(self) -> None:
        """Closes this end."""
        self._end.close()

    def _whole(self) -> bytes | None:
        """The message that has been received to its last byte, if one has."""
        if len(self._received) < LENGTH.size:
            return None
        end = LENGTH.size + LENGTH.unpack_from(self._received)[0]
        if len(self._received) < end:
            return None
        message = bytes(self._received[LENGTH.size : end])
        del self._received[:end]
        return message
