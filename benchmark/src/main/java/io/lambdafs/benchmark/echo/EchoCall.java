package io.lambdafs.benchmark.echo;

/**
 * A frame of the echo.
 *
 * @param caller whose call it is
 * @param bytes how long the frame is
 * @param answerBytes how long the answer is to be
 */
record EchoCall(int caller, int bytes, int answerBytes) {
    EchoCall answer() {
        return new EchoCall(caller, answerBytes, answerBytes);
    }
}
