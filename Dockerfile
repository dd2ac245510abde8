# The workbench in a container. Publish its port on this machine only:
#
#   docker build -t steersman .
#   docker run --rm -it -p 127.0.0.1:7400:7400 -v "$PWD:/work" steersman
#   docker run --rm -it -p 127.0.0.1:7400:7400 -v "$PWD:/work" steersman serve mail.csv --label kind --no-open
#
# Then open the address that it prints. Projects are saved in /work/projects.

FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
RUN apt-get update && apt-get install -y --no-install-recommends socat hostname \
    && rm -rf /var/lib/apt/lists/*
COPY requirements.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-deps /wheels/*.whl && useradd --create-home steersman
COPY docker-entrypoint.sh /usr/local/bin/
USER steersman
WORKDIR /work
ENV STEERSMAN_PROJECTS=/work/projects
EXPOSE 7400
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["--no-open"]
