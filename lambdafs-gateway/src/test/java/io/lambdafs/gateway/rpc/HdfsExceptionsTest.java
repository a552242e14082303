package io.lambdafs.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.hdfs.protocol.AclException;
import org.apache.hadoop.hdfs.protocol.FSLimitException.MaxDirectoryItemsExceededException;
import org.apache.hadoop.hdfs.protocol.FSLimitException.PathComponentTooLongException;
import org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchMethodException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exceptions that reach a client by the gateway have HDFS's classes and words. */
final class HdfsExceptionsTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                FileNotFoundException.class,
                AccessControlException.class,
                LeaseExpiredException.class,
                SafeModeException.class,
                HadoopIllegalArgumentException.class,
                UnsupportedOperationException.class,
                RpcNoSuchMethodException.class,
                AclException.class,
                IOException.class
            })
    void classAndMessage_areKept(Class<?> type) {
        assertKept(type, "why: this\nand that");
    }

    @Test
    void exceptionsThatMakeTheirMessages_sayTheSame() {
        assertKept(InvalidPathException.class, "Invalid path name Invalid file name: /a//b");
        assertKept(
                PathComponentTooLongException.class,
                "The maximum path component name limit of x in y in directory /a is exceeded: limit=255 length=300");
        assertKept(
                MaxDirectoryItemsExceededException.class,
                "The directory item limit of /a b is exceeded: limit=10 items=11");
    }

    @Test
    void exceptionAboutAPath_hasHdfsSentence() {
        String type = PathIsNotEmptyDirectoryException.class.getName();
        assertThat(HdfsExceptions.of(new RemoteException(type, "/d is non empty")))
                .isExactlyInstanceOf(PathIsNotEmptyDirectoryException.class)
                .hasMessage("`/d is non empty': Directory is not empty");
    }

    @Test
    void messageThatItsClassCannotHave_isKeptAndTheClassIsNot() {
        for (Class<?> type : new Class<?>[] {
            InvalidPathException.class, PathComponentTooLongException.class, MaxDirectoryItemsExceededException.class
        }) {
            assertIoException(HdfsExceptions.of(new RemoteException(type.getName(), "why")));
        }
    }

    @Test
    void classThatIsNoException_becomesAnIoException() {
        assertIoException(HdfsExceptions.of(new RemoteException("java.lang.String", "why")));
        assertIoException(HdfsExceptions.of(new RemoteException("no.such.Class", "why")));
    }

    private static void assertKept(Class<?> type, String message) {
        Exception made = HdfsExceptions.of(new RemoteException(type.getName(), message));
        assertThat(made.getClass()).isEqualTo(type);
        assertThat(made).hasMessage(message);
        assertThat(made.getStackTrace()).isEmpty();
    }

    private static void assertIoException(Exception made) {
        assertThat(made).isExactlyInstanceOf(IOException.class).hasMessage("why");
    }
}
