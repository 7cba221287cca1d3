package dev.agenthost.sdk.ws;

import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What one request was answered, in order, from the thread that reads the socket to the one that waits. */
final class Answers {
    /** Whoever is so far behind reads too slowly: the socket waits for nobody. */
    private static final int MOST = 16_384;

    private static final Frame.Response LOST = failure("the connection is gone");
    private static final Frame.Response TOO_SLOW = failure("the answers are read too slowly");

    private final BlockingQueue<Frame.Response> waiting = new LinkedBlockingQueue<>();
    private boolean tooMany;

    synchronized void add(Frame.Response answer) {
        if (tooMany) {
            return;
        }
        tooMany = waiting.size() >= MOST;
        waiting.add(tooMany ? TOO_SLOW : answer);
    }

    void lost() {
        waiting.add(LOST);
    }

    /** The next one. */
    Frame.Response next(long nanos) throws ConnectionLostException, TimeoutException, InterruptedException {
        Frame.Response answer = waiting.poll(nanos, TimeUnit.NANOSECONDS);
        if (answer == null) {
            throw new TimeoutException();
        }
        if (answer == LOST) {
            throw new ConnectionLostException(LOST.message());
        }
        return answer;
    }

    private static Frame.Response failure(String why) {
        return new Frame.Response(-1, 1, why, ProtocolCodec.mapper().createObjectNode(), true);
    }
}
