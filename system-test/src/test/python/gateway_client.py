"""Uses a file system through Hadoop's RPC, by the client library hdfs-native, which is written in Rust.

    gateway_client.py URL DIRECTORY

It works below the directory, which must not exist and does not exist afterwards. It prints one line for each step and ends with 1 at
the first answer that is not HDFS's.
"""

import random
import sys

from hdfs_native import Client, WriteOptions

BLOCK_BYTES = 1 << 20


class Session:
    def __init__(self, url, home):
        self.client = Client(url)
        self.home = home
        self.file = home + "/d/file"
        self.content = b""

    def mkdirs(self):
        self.must_be_missing(lambda: self.client.get_file_info(self.home))
        self.client.mkdirs(self.home + "/d", 0o755, create_parent=True)

    # Two whole blocks and a part of a third one.
    def write(self):
        options = WriteOptions(block_size=BLOCK_BYTES, replication=1, permission=0o644)
        with self.client.create(self.file, options) as out:
            self.add(out, 2 * BLOCK_BYTES + 12345, 1)

    def read(self):
        with self.client.read(self.file) as source:
            must_be(source.read() == self.content, "what was read is what was written")
            # Across the border of two blocks.
            part = source.read_range(BLOCK_BYTES - 500, 1000)
            must_be(part == self.content[BLOCK_BYTES - 500 : BLOCK_BYTES + 500], "a part is what was written")

    # To the last block, and beyond it into a new one.
    def append(self):
        with self.client.append(self.file) as out:
            self.add(out, BLOCK_BYTES, 2)
        self.read()

    def list(self):
        self.client.create(self.home + "/d/empty").close()
        must_be_equal([path for path, _ in self.listed(self.home + "/d")], ["/d/empty", "/d/file"])

    def rename(self):
        moved = self.home + "/moved"
        self.client.rename(self.file, moved)
        self.file = moved
        must_be_equal(self.listed(self.home), [("/d", True), ("/moved", False)])
        self.read()

    def chmod(self):
        self.client.set_permission(self.file, 0o640)
        status = self.client.get_file_info(self.file)
        must_be_equal((status.permission, status.length, status.isdir), (0o640, len(self.content), False))

    def times(self):
        self.client.set_times(self.file, 1_500_000_000_000, 1_500_000_000_000)
        must_be_equal(self.client.get_file_info(self.file).modification_time, 1_500_000_000_000)

    def summary(self):
        summary = self.client.get_content_summary(self.home)
        must_be_equal((summary.file_count, summary.directory_count), (2, 2))

    def refusals(self):
        none = self.home + "/none"
        self.must_be_missing(lambda: self.client.get_file_info(none))
        self.must_be_missing(lambda: self.client.read(none))
        self.must_be_missing(lambda: self.client.append(none))
        try:
            self.client.create(self.file)
        except Exception as refusal:
            must_be("exist" in str(refusal), f"the refusal says that the file exists: {refusal}")
        else:
            raise AssertionError("a file that exists was created")

    def delete(self):
        must_be(self.client.delete(self.file), "the file was deleted")
        self.must_be_missing(lambda: self.client.get_file_info(self.file))
        must_be(self.client.delete(self.home, recursive=True), "the directory was deleted")
        self.must_be_missing(lambda: self.client.get_file_info(self.home))
        must_be(not self.client.delete(self.home), "nothing is deleted twice")

    def listed(self, directory):
        found = [(status.path.removeprefix(self.home), status.isdir) for status in self.client.list_status(directory)]
        return sorted(found)

    def add(self, out, length, seed):
        more = random.Random(seed).randbytes(length)
        must_be_equal(out.write(more), length)
        self.content += more

    @staticmethod
    def must_be_missing(ask):
        try:
            ask()
        except FileNotFoundError:
            return
        raise AssertionError("there is a file that must not be there")


def must_be(condition, what):
    if not condition:
        raise AssertionError(f"not so: {what}")


def must_be_equal(got, wanted):
    must_be(got == wanted, f"{got} is {wanted}")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: gateway_client.py URL DIRECTORY")
    session = Session(sys.argv[1], sys.argv[2])
    steps = ["mkdirs", "write", "read", "append", "list", "rename", "chmod", "times", "summary", "refusals", "delete"]
    for step in steps:
        try:
            getattr(session, step)()
        except Exception as failure:
            sys.exit(f"{step}: {type(failure).__name__}: {failure}")
        print("ok", step, flush=True)


if __name__ == "__main__":
    main()
