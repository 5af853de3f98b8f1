#!/bin/sh
# Shows a small archive as a drive, reads it with ordinary programs, and unmounts it. Where no driver can mount, as in a
# container without /dev/fuse, it says so and reads the archive in-process instead. Needs the jar that `mvn package` builds.
set -eu

cd "$(dirname "$0")/.."
jar=examples/zipdrive-cli/target/zipdrive.jar
if [ ! -f "$jar" ]; then
    echo "try-it: $jar is missing; build it: mvn -B -ntp -DskipTests -pl examples/zipdrive-cli -am package" >&2
    exit 1
fi

zipdrive() {
    java -jar "$jar" "$@"
}

work=$(mktemp -d)
mount_pid=
finish() {
    if [ -n "$mount_pid" ]; then
        kill "$mount_pid" 2>/dev/null || true
        wait "$mount_pid" 2>/dev/null || true
    fi
    rm -rf "$work/sample" "$work/sample.zip" "$work/line" "$work/errors"
    rmdir "$work/drive" 2>/dev/null || true
    rmdir "$work" || true
}
trap finish EXIT
trap 'exit 1' INT TERM

step() {
    printf '\n== %s\n' "$*"
}

step "a sample archive"
mkdir -p "$work/sample/data" "$work/sample/bin" "$work/drive"
echo "Hello from inside the archive." >"$work/sample/readme.txt"
seq 1 200000 >"$work/sample/data/numbers.txt"
printf '#!/bin/sh\necho "I run from the drive: $0"\n' >"$work/sample/bin/hello"
chmod +x "$work/sample/bin/hello"
if command -v zip >/dev/null 2>&1; then
    (cd "$work/sample" && zip -qr ../sample.zip .)
else
    # The JDK's own tool packs as well, only without permissions.
    jar --create --no-manifest --file "$work/sample.zip" -C "$work/sample" .
fi
ls -l "$work/sample.zip"

step "the drivers of this machine"
zipdrive drivers

step "mount"
mkfifo "$work/line"
# Not through the function: the signal below is for the JVM, not for a shell around it.
java -jar "$jar" mount "$work/sample.zip" "$work/drive" >"$work/line" 2>"$work/errors" &
mount_pid=$!
# The line comes when the drive answers; there is none, and the pipe ends, where it cannot be mounted.
exec 3<"$work/line"
if read -r line <&3; then
    echo "$line"

    step "ls and cat, through the kernel"
    ls -lR "$work/drive"
    cat "$work/drive/readme.txt"
    if [ -x "$work/drive/bin/hello" ]; then
        "$work/drive/bin/hello"
    fi

    step "the drive holds what was packed"
    diff -r "$work/sample" "$work/drive" && echo "diff -r finds no difference"

    step "unmount"
    kill -TERM "$mount_pid"
    code=0
    wait "$mount_pid" || code=$?
    mount_pid=
    exec 3<&-
    if [ "$code" -ne 0 ] || [ -n "$(ls -A "$work/drive")" ]; then
        echo "try-it: unmounting failed, exit code $code" >&2
        exit 1
    fi
    echo "unmounted, exit code 0"
else
    code=0
    wait "$mount_pid" || code=$?
    mount_pid=
    exec 3<&-
    cat "$work/errors"
    if [ "$code" -ne 5 ]; then
        echo "try-it: mounting failed, exit code $code" >&2
        exit 1
    fi
    echo "No drive can be mounted here. Reading the archive in-process instead:"

    step "ls"
    zipdrive ls -lR "$work/sample.zip"
    step "cat"
    zipdrive cat "$work/sample.zip" readme.txt
    step "verify"
    zipdrive verify "$work/sample.zip"
fi
