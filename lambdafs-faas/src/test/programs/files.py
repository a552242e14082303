"""Files as Python uses them. Argument: an empty directory."""
import glob
import mmap
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

os.chdir(sys.argv[1])
print(os.getcwd())
connection = sqlite3.connect("database")
connection.execute("create table k(v)")
connection.executemany("insert into k values (?)", [(i,) for i in range(1000)])
connection.commit()
print(connection.execute("select sum(v) from k").fetchall())
connection.close()
os.makedirs("x/y")
with open("x/y/z", "w") as f:
    f.write("hello\n" * 1000)
with open("x/y/z", "rb") as f:
    mapped = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)
    print(mapped[-6:], len(mapped))
print(sorted(os.listdir(".")), os.stat("x/y/z").st_size)
shutil.copytree("x", "w")
print(sorted(os.walk("w")))
print(sorted(glob.glob("**/*", recursive=True)))
with tempfile.TemporaryDirectory(dir=".") as t:
    print(os.path.isdir(t))
with tempfile.TemporaryFile(dir=".") as t:
    t.write(b"abc")
    t.seek(1)
    print(t.read())
print(subprocess.run(["tail", "-n", "1", "x/y/z"], capture_output=True).stdout)
with open("out", "w") as f:
    subprocess.run(["echo", "of a child"], stdout=f, check=True)
print(open("out").read(), end="")
with open("x/y/z") as f:
    print(subprocess.run(["wc", "-l"], stdin=f, capture_output=True).stdout)
print(subprocess.run(["pwd"], cwd="x/y", capture_output=True).stdout)
os.symlink("out", "link")
print(os.readlink("link"), os.path.realpath("link"), os.path.islink("link"))
os.replace("out", "in")
print(os.path.exists("link"), [e.name for e in sorted(os.scandir("."), key=lambda e: e.name) if e.is_file()])
try:
    open("missing")
except OSError as e:
    print(e)
shutil.make_archive("archive", "zip", "x")
shutil.unpack_archive("archive.zip", "unpacked")
print(open("unpacked/y/z").read() == open("x/y/z").read())
child = os.fork()
if child == 0:
    with open("in", "a") as f:
        f.write("child\n")
    os._exit(0)
os.waitpid(child, 0)
print(open("in").read(), end="")
children = []
for inserting in range(4):
    child = os.fork()
    if child == 0:
        other = sqlite3.connect("database", timeout=60, isolation_level=None)
        for i in range(25):
            other.execute("begin immediate")
            other.execute("insert into k select max(v) + 1 from k")
            other.execute("commit")
        os._exit(0)
    children.append(child)
print([os.waitpid(child, 0)[1] for child in children])
connection = sqlite3.connect("database")
print(connection.execute("select count(*), max(v) from k").fetchall())
print(connection.execute("pragma integrity_check").fetchall())
connection.close()
shutil.rmtree("x")
print(sorted(os.listdir(".")))
