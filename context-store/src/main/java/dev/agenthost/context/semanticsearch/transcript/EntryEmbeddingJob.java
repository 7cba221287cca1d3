package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import dev.agenthost.platform.failpoint.FailPoint;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Embeds entries in steps, each a few entries of one conversation. Workspaces and their conversations are scheduled in turns, new
 * messages first. Another replica continues after a kill. A replica has one job; its steps run one after another.
 */
public final class EntryEmbeddingJob {
    /** Number of steps after which the list of workspaces is read again. */
    static final int TURN = 64;

    private static final System.Logger LOG = System.getLogger(EntryEmbeddingJob.class.getName());

    private final EntryEmbeddingTaskRepository work;
    private final Embedder embedder;
    private final Duration timeout;
    private final Deque<String> waiting = new ArrayDeque<>();
    private int steps;

    /** @param timeout time limit of one step's vectors; a claim lasts longer */
    public EntryEmbeddingJob(EntryEmbeddingTaskRepository work, Embedder embedder, Duration timeout) {
        this.work = work;
        this.embedder = embedder;
        this.timeout = timeout;
    }

    /** @return true if there may be more to do at once */
    public Uni<Boolean> step() {
        if (waiting.isEmpty() || ++steps >= TURN) {
            return work.waiting(embedder.model()).chain(found -> {
                steps = 0;
                waiting.clear();
                waiting.addAll(found);
                return work.free()
                        .chain(deleted -> found.isEmpty() ? Uni.createFrom().item(deleted) : next());
            });
        }
        return next();
    }

    private Uni<Boolean> next() {
        String workspace = waiting.remove();
        return work.claim(workspace, embedder.model()).chain(claimed -> {
            if (claimed.isEmpty()) {
                return Uni.createFrom().item(!waiting.isEmpty());
            }
            waiting.add(workspace);
            return vectored(claimed.get());
        });
    }

    private Uni<Boolean> vectored(EntryClaim claim) {
        EntryRange stretch = EntryRange.of(claim);
        return work.read(claim, stretch, embedder.model()).chain(entries -> vectors(entries)
                .chain(vectored -> {
                    FailPoint.at("context.70-entries-embedded");
                    return store(claim, vectored, stretch.after(claim, entries));
                })
                .onFailure(EntryEmbeddingJob::isTransient)
                .recoverWithUni(why -> later(claim, why)));
    }

    private Uni<Boolean> store(EntryClaim claim, List<EntryVector> vectored, EntryRange.Bounds bounds) {
        return work.store(claim, embedder.model(), vectored, bounds).replaceWith(true);
    }

    private Uni<Boolean> later(EntryClaim claim, Throwable why) {
        LOG.log(System.Logger.Level.WARNING, "entries are embedded later: {0}", why.toString());
        waiting.clear();
        return work.postpone(claim).replaceWith(false);
    }

    /**
     * Embeds texts together; if the provider refuses them for their content, one by one, and a refused text gets no vector. If all of
     * several are refused, the texts are not the cause.
     */
    private Uni<List<EntryVector>> vectors(List<WaitingEntry> entries) {
        List<WaitingEntry> texts =
                entries.stream().filter(entry -> !entry.text().isBlank()).toList();
        if (texts.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        return embed(texts).onFailure(EntryEmbeddingJob::isOfTheText).recoverWithUni(refused -> Multi.createFrom()
                .iterable(texts)
                .onItem()
                .transformToUniAndConcatenate(this::alone)
                .select()
                .where(Optional::isPresent)
                .map(Optional::get)
                .collect()
                .asList()
                .invoke(made -> {
                    if (made.isEmpty() && texts.size() > 1) {
                        throw new EmbeddingException("every text was refused", false);
                    }
                }));
    }

    private Uni<Optional<EntryVector>> alone(WaitingEntry entry) {
        return embed(List.of(entry))
                .map(made -> Optional.of(made.getFirst()))
                .onFailure(EntryEmbeddingJob::isOfTheText)
                .recoverWithItem(Optional.empty());
    }

    private Uni<List<EntryVector>> embed(List<WaitingEntry> entries) {
        return embedder.embed(entries.stream().map(WaitingEntry::text).toList())
                .ifNoItem()
                .after(timeout)
                .fail()
                .map(vectors -> {
                    List<EntryVector> made = new ArrayList<>();
                    for (int i = 0; i < entries.size(); i++) {
                        made.add(new EntryVector(
                                entries.get(i).seq(), entries.get(i).hash(), vectors.get(i)));
                    }
                    return made;
                });
    }

    private static boolean isTransient(Throwable why) {
        return why instanceof EmbeddingException || why instanceof TimeoutException;
    }

    private static boolean isOfTheText(Throwable why) {
        return why instanceof EmbeddingException embedding && embedding.isOfTheText();
    }
}
