package io.lambdafs.datanode.access;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.TokenIdentifier;

/** What a DataNode calls itself at the endpoint beside it. All say the same, which the digest does not allow to be nothing. */
public final class OwnProcessIdentifier extends TokenIdentifier {
    static final Text KIND = new Text("LAMBDAFS_OWN_PROCESS");
    private static final String USER = "datanode";

    @Override
    public Text getKind() {
        return KIND;
    }

    @Override
    public UserGroupInformation getUser() {
        return UserGroupInformation.createRemoteUser(USER);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeUTF(USER);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        String said = in.readUTF();
        if (!said.equals(USER)) {
            throw new IOException("this endpoint serves the DataNode of its own process only");
        }
    }
}
