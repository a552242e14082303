package io.lambdafs.namenode.sim;

import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** A NameNode that remembers the status of files until it writes something itself: wrong as soon as there are two. */
final class NaiveCache implements SimInstance.Assembly {
    private final StatelessNameNode behind;
    private final Map<ByteString, ResponseEnvelope> answers = new HashMap<>();

    NaiveCache(StatelessNameNode behind) {
        this.behind = behind;
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        ResponseEnvelope answer = behind.handle(request);
        if (!request.method().startsWith("get")) {
            answers.clear();
        } else if (answer.succeeded()) {
            answers.put(key(request), answer);
        }
        return answer;
    }

    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return Optional.ofNullable(answers.get(key(request)));
    }

    @Override
    public boolean remove(RemovalBatch batch) {
        return behind.remove(batch);
    }

    /** What an answer depends on. */
    static ByteString key(RequestEnvelope request) {
        return ByteString.copyFromUtf8(request.caller().user() + request.method())
                .concat(ByteString.copyFrom(request.payload()));
    }
}
