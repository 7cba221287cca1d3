package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.run.ResultProgress;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.stream.ResultLog;
import dev.agenthost.delivery.stream.ResultTail;
import dev.agenthost.delivery.stream.StreamCloseListener;
import dev.agenthost.delivery.stream.StreamCloseReason;
import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.platform.observability.Sample;
import dev.agenthost.platform.observability.SampleValue;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/runs/{run_id}/stream}. A route and not a JAX-RS resource: the bytes of a frame are specified, and no filter may
 * change them.
 */
@ApplicationScoped
class StreamRoute implements Sample {

    private static final long SECOND_MILLIS = 1_000;
    private static final Logger LOG = Logger.getLogger(StreamRoute.class);

    private final StreamAuthorization authorization;
    private final LiveStream.Dependencies dependencies;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<LiveStream, String> openedByKey = new ConcurrentHashMap<>();

    StreamRoute(
            StreamAuthorization authorization,
            Vertx vertx,
            ResultTail tail,
            ResultLog log,
            ResultProgressRepository runs,
            StreamPolicy policy,
            StreamCloseListener closeListener) {
        this.authorization = authorization;
        this.dependencies = new LiveStream.Dependencies(
                vertx, tail, log, runs, policy, closeListener, new StreamBufferBudget.Total(policy.totalBufferBytes()));
    }

    void register(@Observes Router router) {
        router.get("/api/v1/runs/:run_id/stream").handler(this::handle);
        dependencies.vertx().setPeriodic(SECOND_MILLIS, timer -> closeRevoked());
    }

    /** Closes the streams of a revoked key; their readers reconnect, and are refused. */
    private void closeRevoked() {
        openedByKey.forEach((stream, keyId) -> {
            if (!authorization.stillOpens(keyId)) {
                stream.closeEarly(StreamCloseReason.REVOKED);
            }
        });
    }

    /** {@code streams.open} of this replica. */
    @Override
    public Uni<List<SampleValue>> take() {
        return Uni.createFrom().item(List.of(SampleValue.count("streams.open", open.get())));
    }

    private void handle(RoutingContext routing) {
        EventStreamResponse response = new EventStreamResponse(routing.request());
        switch (authorization.admit(routing.request(), String.valueOf(routing.pathParam("run_id")))) {
            case StreamAuthorization.Entry.Refused(Problem problem, Uni<Void> recorded) -> {
                Context context = dependencies.vertx().getOrCreateContext();
                recorded.subscribe().with(done -> context.runOnContext(ignored -> response.refuse(problem, null)));
            }
            case StreamAuthorization.Entry.Open(StreamRequest address) -> admit(response, address);
        }
    }

    private void admit(EventStreamResponse response, StreamRequest address) {
        Context context = dependencies.vertx().getOrCreateContext();
        Integer partition = address.partition();
        if (partition != null) {
            start(context, response, address, partition, null);
            return;
        }
        dependencies
                .runs()
                .find(address.run())
                .subscribe()
                .with(row -> context.runOnContext(ignored -> onFound(context, response, address, row)), failure -> {
                    LOG.warnf("a stream could not be opened: %s", failure.toString());
                    context.runOnContext(ignored -> response.refuse(unavailable(), null));
                });
    }

    private void onFound(
            Context context, EventStreamResponse response, StreamRequest address, Optional<ResultProgress> row) {
        if (row.isEmpty()) {
            response.refuse(StreamAuthorization.notFound(), null);
        } else {
            start(context, response, address, row.get().partition(), row.get());
        }
    }

    private void start(
            Context context,
            EventStreamResponse response,
            StreamRequest address,
            int partition,
            @Nullable ResultProgress progress) {
        if (open.incrementAndGet() > dependencies.policy().maxStreams()) {
            open.decrementAndGet();
            response.refuse(unavailable(), null);
            return;
        }
        LiveStream stream = new LiveStream(dependencies, context, response, address, partition, progress, this::ended);
        String keyId = address.keyId();
        if (keyId != null) {
            openedByKey.put(stream, keyId);
        }
        stream.start();
    }

    private void ended(LiveStream stream) {
        open.decrementAndGet();
        openedByKey.remove(stream);
    }

    private static Problem unavailable() {
        return Problem.of(FailureCode.HOST_OVERLOADED, "Streams cannot be opened now. Send the request again.", null);
    }
}
