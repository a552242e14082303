package io.lambdafs.gateway.web;

import java.io.FileNotFoundException;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Answers where there is nothing: takes the place of Hadoop's servlet of files. */
public final class NothingServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        JsonAnswer.send(
                response,
                HttpServletResponse.SC_NOT_FOUND,
                new FileNotFoundException("There is nothing here. WebHDFS is at /webhdfs/v1/PATH?op=OPERATION."));
    }
}
