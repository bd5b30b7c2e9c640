#!/bin/sh
# Makes the archive of a version that tests run beside this one: `e2e/system/previous/make.sh COMMIT` in a clone.
# Programs, libraries, protos and SQL, without tests, and without the types that Node strips.
set -eu
commit=$1
into=$(dirname "$0")/$commit.tar.br
git ls-tree -r --name-only "$commit" apps libs protos |
  grep -vE '\.test\.ts$|test-helpers|test-migrations|\.md$|^libs/(dev-stack|testing)/|^protos/src/generated/pacioli/' |
  xargs git archive --format=tar "$commit" |
  node -e 'const { createBrotliCompress, constants } = require("node:zlib")
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
    process.stdin.pipe(createBrotliCompress({ params })).pipe(process.stdout)' > "$into"
