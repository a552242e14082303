package io.lambdafs.namenode.op.file;

import io.lambdafs.namenode.path.RequestText;

/** The name of an HDFS client in a request, under which its lease is kept. */
final class ClientName {
    private ClientName() {}

    /** The name, refused if it can be none. */
    static String of(String text) {
        return RequestText.principal("client", text);
    }
}
