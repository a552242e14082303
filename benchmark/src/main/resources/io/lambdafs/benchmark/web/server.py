"""The blog as an ordinary server: one process, a thread for each connection, and the database in a local directory."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

source, directory = sys.argv[1:3]
blog = {"__name__": "blog"}
with open(source, encoding="utf-8") as file:
    exec(compile(file.read().replace("/mnt/volume", directory), source, "exec"), blog)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body go out together, as any server for production does it.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self):
        args = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            status, answer = 200, blog["main"](args)
        except Exception as e:
            status, answer = 500, {"error": str(e)}
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 1024
    daemon_threads = True


server = Server(("127.0.0.1", 0), Handler)
print("http://127.0.0.1:%d/" % server.server_port, flush=True)
server.serve_forever()
