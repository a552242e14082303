"""Has a browser see the function: HTTP on this machine, turned into calls as OpenWhisk's web actions have them."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

from function import Function

blog = Function(*sys.argv[1:3])


class Gateway(BaseHTTPRequestHandler):
    def do_GET(self):
        length = int(self.headers.get("Content-Length", 0))
        parameters = dict(parse_qsl(self.rfile.read(length).decode()))
        answer = blog.call(
            **parameters,
            __ow_method=self.command.lower(),
            __ow_path=self.path,
            __ow_headers={"accept": self.headers.get("Accept", "")})
        self.send_response(answer.get("statusCode", 400))
        for name, value in answer.get("headers", {"Content-Type": "text/plain"}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(str(answer.get("body", answer.get("error"))).encode())

    do_POST = do_GET


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[3])), Gateway)
print("The blog is at http://127.0.0.1:%d/ until you press Ctrl-C" % server.server_port, flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    print()
