package dev.agenthost.orchestrator.model;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends the due changes of embedding models to context-store, a few at once, until none is due. A change without a response is retried
 * with a growing pause. A refused change is retried too, since another build of context-store may accept it: in the end once an hour.
 * Each refusal is logged once.
 */
public final class EmbeddingModelSync {
    private static final System.Logger LOG = System.getLogger(EmbeddingModelSync.class.getName());
    private static final int AT_ONCE = 8;
    /** Longer than one request may take. */
    private static final Duration CLAIM_TERM = Duration.ofSeconds(15);

    private static final int LONGEST_SECONDS = 60;
    private static final int LONGEST_REFUSED_SECONDS = 3600;
    private static final int DOUBLINGS = 12;
    /** The most refusals that are remembered as logged; beyond them a refusal may be logged again. */
    private static final int MOST_LOGGED = 1_000;

    private final EmbeddingSyncRepository changes;
    private final EmbeddingModelRegistry registry;
    private final Set<Refusal> loggedRefusals = Collections.synchronizedSet(new LinkedHashSet<>());
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicBoolean rerun = new AtomicBoolean();

    public EmbeddingModelSync(EmbeddingSyncRepository changes, EmbeddingModelRegistry registry) {
        this.changes = changes;
        this.registry = registry;
    }

    private record Refusal(String workspaceId, String modelId, long revision, String code) {}

    /** Sends all due changes. A call during a running synchronization makes it run once more. */
    public Uni<Void> synchronize() {
        return Uni.createFrom().deferred(() -> {
            rerun.set(true);
            return running.compareAndSet(false, true)
                    ? sendUntilNoneIsDue().onTermination().invoke(() -> running.set(false))
                    : Uni.createFrom().voidItem();
        });
    }

    private Uni<Void> sendUntilNoneIsDue() {
        return Multi.createBy()
                .repeating()
                .uni(() -> {
                    rerun.set(false);
                    return sendBatch();
                })
                .whilst(more -> more || rerun.get())
                .onItem()
                .ignoreAsUni();
    }

    /** @return true if more changes may be due */
    private Uni<Boolean> sendBatch() {
        return changes.claim(AT_ONCE, CLAIM_TERM)
                .chain(due -> due.isEmpty()
                        ? Uni.createFrom().item(false)
                        : sendAll(due).replaceWith(due.size() == AT_ONCE));
    }

    private Uni<Void> sendAll(List<EmbeddingSyncRepository.Due> due) {
        return Uni.join()
                .all(due.stream().map(this::send).toList())
                .andFailFast()
                .replaceWithVoid();
    }

    private Uni<Void> send(EmbeddingSyncRepository.Due due) {
        return registry.send(due.change())
                .onItem()
                .transformToUni(response -> record(due, response))
                .onFailure()
                .recoverWithUni(failure -> {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "context-store did not accept model {0} of workspace {1}: {2}",
                            due.change().modelId(),
                            due.change().workspaceId(),
                            failure.getMessage());
                    return changes.postpone(due.change(), pause(due.attempts(), LONGEST_SECONDS));
                });
    }

    private Uni<Void> record(EmbeddingSyncRepository.Due due, EmbeddingModelRegistry.Response response) {
        return switch (response) {
            case EmbeddingModelRegistry.Response.Known(long revision) ->
                revision > due.change().revision()
                        ? changes.raise(due.change(), revision)
                        : changes.remove(due.change());
            case EmbeddingModelRegistry.Response.Refused(String code) -> {
                Duration pause = pause(due.attempts(), LONGEST_REFUSED_SECONDS);
                logRefusal(new Refusal(
                        due.change().workspaceId(),
                        due.change().modelId(),
                        due.change().revision(),
                        code));
                yield changes.postpone(due.change(), pause);
            }
        };
    }

    private void logRefusal(Refusal refusal) {
        if (!loggedRefusals.add(refusal)) {
            return;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "context-store refuses model {0} of workspace {1} as {2}; the change is retried with a growing pause",
                refusal.modelId(),
                refusal.workspaceId(),
                refusal.code());
        if (loggedRefusals.size() > MOST_LOGGED) {
            loggedRefusals.clear();
        }
    }

    /** Doubles with each attempt. */
    static Duration pause(int attempts, int longestSeconds) {
        return Duration.ofSeconds(Math.min(longestSeconds, 1L << Math.min(DOUBLINGS, Math.max(0, attempts - 1))));
    }
}
