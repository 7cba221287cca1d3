package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.hostapi.dispatch.RunScopedCall;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.outbound.ModelCalls;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A streamed answer. The next chunk is requested once the socket has accepted the last one, so a runner that does not read slows only
 * its own model and uses no memory. The end of the run ends the stream.
 */
final class StreamedCall implements Flow.Subscriber<JsonNode> {
    private final RunSession session;
    private final WireLink.Reply reply;
    private final LongSupplier nanos;
    private final Function<Optional<AgentApiError>, Uni<Void>> done;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Flow.@Nullable Subscription source;
    private volatile Runnable forget = () -> {};

    /** @param done receives the outcome once, empty on success; the last frame is sent when the outcome is recorded */
    StreamedCall(
            RunSession session,
            WireLink.Reply reply,
            LongSupplier nanos,
            Function<Optional<AgentApiError>, Uni<Void>> done) {
        this.session = session;
        this.reply = reply;
        this.nanos = nanos;
        this.done = done;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        forget = session.atEnd(() -> stop(RunScopedCall.over(session)));
        requestNext();
    }

    private void requestNext() {
        Flow.Subscription subscription = source;
        if (subscription != null && !ended.get()) {
            subscription.request(1);
        }
    }

    @Override
    public void onNext(JsonNode chunk) {
        if (ended.get()) {
            return;
        }
        if (session.left(nanos.getAsLong()).isNegative()) {
            stop(AgentApiError.of(FailureCode.DEADLINE_EXCEEDED, "The run's deadline has passed"));
        } else if (!reply.fits(chunk)) {
            stop(HostApi.tooLarge(reply));
        } else {
            reply.chunk(chunk, this::requestNext);
        }
    }

    @Override
    public void onError(Throwable failure) {
        end(Optional.of(ModelCalls.error(failure)));
    }

    @Override
    public void onComplete() {
        end(Optional.empty());
    }

    private void stop(AgentApiError error) {
        Flow.Subscription subscription = source;
        if (subscription != null) {
            subscription.cancel();
        }
        end(Optional.of(error));
    }

    private void end(Optional<AgentApiError> error) {
        if (ended.compareAndSet(false, true)) {
            forget.run();
            Runnable last = () -> error.ifPresentOrElse(reply::refused, reply::end);
            done.apply(error).subscribe().with(recorded -> last.run(), failure -> last.run());
        }
    }
}
