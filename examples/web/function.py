"""Calls a function on the platform."""

import base64
import json
import urllib.error
import urllib.request


class Function:
    def __init__(self, url, key_file):
        self.url = url
        with open(key_file, "rb") as key:
            self.authorization = "Basic " + base64.b64encode(key.read().strip()).decode()

    def call(self, **parameters):
        """The function's answer; of one that failed, {"error": ...}. Asks again if the answer is lost, so what is made needs a key."""
        for _ in range(5):
            try:
                return self.call_once(parameters)
            except ConnectionError as e:
                lost = e
        return {"error": str(lost)}

    def call_once(self, parameters):
        request = urllib.request.Request(
            self.url,
            json.dumps(parameters).encode(),
            {"Content-Type": "application/json", "Authorization": self.authorization})
        try:
            with urllib.request.urlopen(request, timeout=70) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as e:
            answer = json.load(e)
            return answer if "error" in answer else {"error": answer}
