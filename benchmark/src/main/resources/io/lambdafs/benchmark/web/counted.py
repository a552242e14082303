

# The benchmark appends this to the blog: it answers how often a call has run. Variables of the process stay when a call runs again.
_blog = main
_latest = None
_runs = 0


def main(args):
    global _latest, _runs
    call = args.pop("benchmark_call", None)
    _runs = _runs + 1 if call is not None and call == _latest else 1
    _latest = call
    answer = _blog(args)
    answer["headers"]["X-Runs"] = str(_runs)
    return answer
