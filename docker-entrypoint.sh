#!/bin/sh
# The workbench listens on the loopback only, and a published port reaches the container's own
# address: this forwards one to the other.
set -eu
socat "TCP-LISTEN:7400,bind=$(hostname -i | cut -d' ' -f1),fork,reuseaddr" TCP:127.0.0.1:7400 &
exec steersman "$@"
