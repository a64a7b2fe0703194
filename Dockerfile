# A static binary with every optional part, and nothing else. The page on port 8017:
#   docker build -t loyd . && docker run -p 8017:8017 loyd
# A command: docker run loyd solve 867254301
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /loyd
COPY . .
ARG LOYD_COMMIT=""
RUN cargo build --profile dist --locked --package loyd-cli --features full \
 && cp target/dist/loyd /usr/local/bin/loyd && mkdir /cache

FROM scratch
COPY --from=build /usr/local/bin/loyd /loyd
COPY --from=build --chown=1000:1000 /cache /cache
USER 1000:1000
ENV LOYD_CACHE=/cache
VOLUME /cache
EXPOSE 8017
ENTRYPOINT ["/loyd"]
CMD ["serve", "--host", "0.0.0.0"]
