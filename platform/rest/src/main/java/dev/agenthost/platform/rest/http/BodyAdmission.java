package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Admits bodies as long as this process has memory for them, which a body holds until its request has been answered. A large body waits
 * unread. A small body never waits: after its arrival it is refused if there is no memory, so a slow one holds none.
 */
@ApplicationScoped
class BodyAdmission {
    private static final System.Logger LOG = System.getLogger(BodyAdmission.class.getName());
    /** Bytes of a small body. */
    private static final long SMALL = 4 * 1024;

    /** Divisors of the heap, for large bodies and for small ones. */
    private static final int FOURTH = 4;

    private static final int EIGHTH = 8;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    /** Milliseconds between two checks of a body. */
    private static final long LOOK = 10_000;
    /** The fewest bytes between two checks, while another body waits. */
    private static final long SLOWEST = LOOK / 1000 * 16 * 1024;
    /** The most checks for which a body waits. */
    private static final int LONGEST_WAIT = 3;

    private static final String KEY = BodyAdmission.class.getName();

    private enum State {
        WAITS,
        HOLDS,
        OVER
    }

    private final BodyMemoryLimiter large = BodyMemoryLimiter.ofHeap(FOURTH);
    private final BodyMemoryLimiter small = BodyMemoryLimiter.ofHeap(EIGHTH);
    private final CurrentVertxRequest current;

    BodyAdmission(CurrentVertxRequest current) {
        this.current = current;
    }

    /**
     * Continues the request: at once if its body is small, or else when there is memory for it. Responds with 503 without memory for 30 s,
     * and with 408 if less than 16 KiB/s arrive while another body waits.
     *
     * @param bytes the most bytes of the body
     */
    void admit(RoutingContext request, long bytes) {
        if (bytes > SMALL) {
            new LargeBody(request, BodyMemoryLimiter.of(bytes)).begin();
            return;
        }
        request.put(KEY, new SmallBody(request, bytes));
        request.next();
    }

    /**
     * Counts the body of the current request, which has arrived, if the body is small.
     *
     * @throws ProblemException 503 {@code host.overloaded}
     */
    void arrived() {
        RoutingContext request = current.getCurrent();
        if (request != null && request.get(KEY) instanceof SmallBody body) {
            body.arrived();
        }
    }

    private final class SmallBody {
        private final long memory;
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITS);

        SmallBody(RoutingContext request, long bytes) {
            memory = BodyMemoryLimiter.of(bytes);
            request.addEndHandler(ended -> {
                if (state.getAndSet(State.OVER) == State.HOLDS) {
                    small.giveBack(memory);
                }
            });
        }

        void arrived() {
            if (!small.tryTake(memory)) {
                throw new ProblemException(HttpProblems.busy(), RETRY_AFTER);
            }
            if (!state.compareAndSet(State.WAITS, State.HOLDS)) {
                small.giveBack(memory);
            }
        }
    }

    private final class LargeBody {
        private final RoutingContext request;
        private final long memory;
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITS);
        private int looks;
        private long bytesBefore;

        LargeBody(RoutingContext request, long memory) {
            this.request = request;
            this.memory = memory;
        }

        void begin() {
            request.request().pause();
            Context here = request.vertx().getOrCreateContext();
            long timer = request.vertx().setPeriodic(LOOK, tick -> check());
            request.addEndHandler(ended -> {
                request.vertx().cancelTimer(timer);
                if (state.getAndSet(State.OVER) == State.HOLDS) {
                    large.giveBack(memory);
                }
            });
            large.take(
                    memory,
                    () -> here.runOnContext(now -> {
                        if (state.compareAndSet(State.WAITS, State.HOLDS)) {
                            request.request().resume();
                            request.next();
                        } else {
                            large.giveBack(memory);
                        }
                    }));
        }

        private void check() {
            if (state.get() == State.WAITS) {
                looks++;
                if (looks == LONGEST_WAIT) {
                    refuse(HttpProblems.busy());
                }
                return;
            }
            long bytes = request.request().bytesRead();
            if (!request.request().isEnded() && large.isWaitedFor() && bytes - bytesBefore < SLOWEST) {
                refuse(HttpProblems.slow());
            }
            bytesBefore = bytes;
        }

        private void refuse(Problem problem) {
            if (request.response().headWritten()) {
                return;
            }
            if (problem.status() == HttpProblems.REQUEST_TIMEOUT) {
                LOG.log(System.Logger.Level.WARNING, "a body arrived too slowly and was refused with 408");
            }
            request.response()
                    .setStatusCode(problem.status())
                    .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                    .putHeader(HttpHeaders.RETRY_AFTER, Long.toString(RETRY_AFTER.toSeconds()))
                    .putHeader(HttpHeaders.CONNECTION, "close")
                    .end(ProblemResponse.body(problem))
                    .onComplete(done -> request.request().connection().close());
        }
    }
}
