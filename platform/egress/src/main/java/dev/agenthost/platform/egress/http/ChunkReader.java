package dev.agenthost.platform.egress.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The body of one answer for one subscriber, piece by piece as it asks; the clock runs only while it waits for one. */
final class ChunkReader implements Flow.Publisher<byte[]>, Flow.Subscription {
    private static final long NONE = -1;

    private final Vertx vertx;
    private final HttpClientResponse response;
    private final Duration idle;
    private final Runnable broken;
    private final Runnable givenUp;
    private Flow.@Nullable Subscriber<? super byte[]> subscriber;
    private long wanted;
    private long timer = NONE;
    private boolean over;

    /**
     * @param broken is run where no further piece came in time
     * @param givenUp is run where the subscriber wants no more
     */
    ChunkReader(Vertx vertx, HttpClientResponse response, Duration idle, Runnable broken, Runnable givenUp) {
        this.vertx = vertx;
        this.response = response;
        this.idle = idle;
        this.broken = broken;
        this.givenUp = givenUp;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super byte[]> asking) {
        synchronized (this) {
            if (subscriber != null) {
                throw new IllegalStateException("The body of a response can be read once");
            }
            subscriber = asking;
        }
        response.handler(this::came);
        response.endHandler(end -> {
            if (ends()) {
                asking.onComplete();
            }
        });
        response.exceptionHandler(why -> {
            if (ends()) {
                asking.onError(why);
            }
        });
        asking.onSubscribe(this);
    }

    @Override
    public void request(long more) {
        synchronized (this) {
            if (over || more <= 0) {
                return;
            }
            wanted = wanted + more < 0 ? Long.MAX_VALUE : wanted + more;
            if (timer == NONE) {
                timer = vertx.setTimer(idle.toMillis(), this::late);
            }
        }
        response.fetch(more);
    }

    private void came(Buffer piece) {
        Flow.Subscriber<? super byte[]> asking;
        synchronized (this) {
            if (over) {
                return;
            }
            stopClock();
            wanted = wanted == Long.MAX_VALUE ? wanted : wanted - 1;
            if (wanted > 0) {
                timer = vertx.setTimer(idle.toMillis(), this::late);
            }
            asking = subscriber;
        }
        if (asking != null) {
            asking.onNext(piece.getBytes());
        }
    }

    private void late(long rung) {
        Flow.Subscriber<? super byte[]> asking;
        synchronized (this) {
            if (over || timer != rung) {
                return;
            }
            over = true;
            asking = subscriber;
        }
        broken.run();
        if (asking != null) {
            asking.onError(new TimeoutException("no data was received for " + idle));
        }
    }

    @Override
    public void cancel() {
        if (ends()) {
            givenUp.run();
        }
    }

    private synchronized boolean ends() {
        stopClock();
        boolean first = !over;
        over = true;
        return first;
    }

    private void stopClock() {
        if (timer != NONE) {
            vertx.cancelTimer(timer);
            timer = NONE;
        }
    }
}
