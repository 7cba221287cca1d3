package dev.agenthost.gateway.deadletter.http;

import dev.agenthost.gateway.deadletter.DeadLetterLog;
import dev.agenthost.gateway.deadletter.DeadLetterScope;
import dev.agenthost.gateway.deadletter.DeadLetterTopic;
import dev.agenthost.gateway.deadletter.DeadLettersUnavailableException;
import dev.agenthost.gateway.deadletter.TopicOwners;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.protocol.error.FailureCode;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jboss.logging.Logger;

/** Opens the log for a request and answers what all requests about dead letters are refused for. */
@ApplicationScoped
class DeadLetterRequests {
    private static final Logger LOG = Logger.getLogger(DeadLetterRequests.class);
    /** Each reads megabytes; people who look after dead letters do not come in crowds. */
    private static final int MOST_AT_ONCE = 3;

    private final DeadLetterLog.Factory logs;
    private final TopicOwners owners;
    private final RequestCaller caller;
    private final Semaphore slots = new Semaphore(MOST_AT_ONCE);

    DeadLetterRequests(DeadLetterLog.Factory logs, TopicOwners owners, RequestCaller caller) {
        this.logs = logs;
        this.owners = owners;
        this.caller = caller;
    }

    /** Returns what the caller may see: the host key everything, another key the records of its workspace. */
    DeadLetterScope scope() {
        return caller.isHost() ? DeadLetterScope.ALL : new DeadLetterScope(caller.workspaceId());
    }

    /**
     * Returns a topic that the caller may know.
     *
     * @throws ProblemException 404 for any other name
     */
    DeadLetterTopic topic(String name) {
        return DeadLetterTopic.of(name)
                .filter(topic -> owners.isVisible(topic, scope()))
                .orElseThrow(DeadLetterRequests::missing);
    }

    static ProblemException missing() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such thing here.", null);
    }

    /** Answers a request from an open log; 503 if the broker does not answer, or while too many others are answered. */
    <T> T answer(Function<DeadLetterLog, T> request) {
        if (!slots.tryAcquire()) {
            throw ProblemException.unavailable("Others read dead letters now. Send the request again.");
        }
        try (DeadLetterLog log = logs.open()) {
            return request.apply(log);
        } catch (DeadLettersUnavailableException failure) {
            LOG.warnf("dead letters not available: errorCode=%s", failure);
            String message = failure.getMessage();
            throw ProblemException.unavailable(message == null ? "Kafka does not answer now." : message);
        } finally {
            slots.release();
        }
    }

    /** As {@link #answer(Function)}, for a topic that has to exist. */
    <T> T answer(DeadLetterTopic topic, Function<DeadLetterLog, T> request) {
        return answer(log -> {
            if (log.extents(topic).isEmpty()) {
                throw missing();
            }
            return request.apply(log);
        });
    }
}
