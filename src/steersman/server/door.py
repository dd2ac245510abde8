"""The door: where a server listens, how it is encrypted, and under which address people come."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from steersman.errors import SteersmanError

LOOPBACK = "127.0.0.1"
OWN_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})


@dataclass(frozen=True)
class Door:
    """Where to listen and who may reach it; by default only this machine.

    `address` is what people type, such as https://class.example.org, where it is not the host
    itself: behind a proxy, or with a name in the certificate.
    """

    host: str = LOOPBACK
    cert: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False
    address: str = ""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host) and not self.behind_proxy

    @property
    def secure(self) -> bool:
        """Whether browsers come over HTTPS."""
        scheme = urlsplit(self.address).scheme
        return scheme == "https" if scheme else self.cert is not None or self.behind_proxy

    def names(self) -> frozenset[str]:
        """The host names that requests may be for."""
        if self.is_local:
            return OWN_NAMES
        named = urlsplit(self.address).hostname
        found = {address_host(each) for each in (named, self.host, *own_addresses()) if each}
        # The owner of the machine comes from the machine itself.
        return frozenset(found | OWN_NAMES) - {"0.0.0.0", "[::]"}  # noqa: S104

    def link(self, port: int) -> str:
        """The address of the page without a path."""
        if self.address:
            return self.address.rstrip("/")
        host = self.host
        if host in ("0.0.0.0", "::"):  # noqa: S104
            host = next(iter(own_addresses()), LOOPBACK)
        return f"{'https' if self.cert else 'http'}://{address_host(host)}:{port}"

    def check(self) -> Door:
        """The door, if nobody on the network can listen in; an error says what is missing."""
        if (self.cert is None) != (self.key is None):
            raise SteersmanError(
                "a certificate and its key belong together",
                todo="give both --tls-cert and --tls-key",
                code="tls-incomplete",
            )
        for path in (self.cert, self.key):
            if path is not None and not path.is_file():
                raise SteersmanError(
                    f"there is no file {path}",
                    todo="check --tls-cert and --tls-key",
                    code="tls-file-missing",
                    file=path.name,
                )
        if not is_loopback(self.host) and self.cert is None and not self.behind_proxy:
            raise SteersmanError(
                f"{self.host} can be reached by others, and nothing is encrypted",
                todo="give --tls-cert and --tls-key, or --behind-proxy when a proxy does that",
                code="host-not-encrypted",
                host=self.host,
            )
        if self.behind_proxy and not urlsplit(self.address).hostname:
            raise SteersmanError(
                "the address that people type is not known",
                todo="give it with --address https://NAME",
                code="address-missing",
            )
        return self


def is_loopback(host: str) -> bool:
    """Whether an address is that of this machine only.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address_host(host: str) -> str:
    """A host as addresses have it: IPv6 in brackets.

    >>> address_host("::1"), address_host("lab.example.org")
    ('[::1]', 'lab.example.org')
    """
    return f"[{host}]" if ":" in host else host.lower()


def own_addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that reaches others first."""
    found: list[str] = []
    # Nothing is sent: the system only says which address it would send from.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    name = socket.gethostname()
    with suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(name, None)]
    found = [each for each in found if not is_loopback(each)]
    return list(dict.fromkeys([*found, name]))
