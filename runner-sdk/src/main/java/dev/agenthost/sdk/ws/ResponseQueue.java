package dev.agenthost.sdk.ws;

import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The responses to one request, in order, from the thread that reads the socket to the thread that waits. */
final class ResponseQueue {
    /** The maximum of waiting responses: a slower consumer fails, because the socket's reader does not wait. */
    private static final int MAX_WAITING = 16_384;

    private static final WireFrame.Response LOST = failure("the connection is closed");
    private static final WireFrame.Response TOO_SLOW = failure("the plugin reads its answers too slowly");

    private final BlockingQueue<WireFrame.Response> waiting = new LinkedBlockingQueue<>();
    private boolean overflowed;

    synchronized void add(WireFrame.Response answer) {
        if (overflowed) {
            return;
        }
        overflowed = waiting.size() >= MAX_WAITING;
        waiting.add(overflowed ? TOO_SLOW : answer);
    }

    void lost() {
        waiting.add(LOST);
    }

    /** Waits for the next response. */
    WireFrame.Response next(long nanos) throws ConnectionLostException, TimeoutException, InterruptedException {
        WireFrame.Response answer = waiting.poll(nanos, TimeUnit.NANOSECONDS);
        if (answer == null) {
            throw new TimeoutException();
        }
        if (answer == LOST) {
            throw new ConnectionLostException(LOST.message());
        }
        return answer;
    }

    private static WireFrame.Response failure(String message) {
        return new WireFrame.Response(-1, 1, message, ProtocolCodec.mapper().createObjectNode(), true);
    }
}
