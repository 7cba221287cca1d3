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
 * Gives entries their vectors in steps, each a few entries of one conversation: workspaces have turns, and so have their conversations;
 * what is said meanwhile is next. What a kill cuts off, another replica does. One of these for a replica; its steps follow one another.
 */
public final class EntryEmbeddingJob {
    /** After so many steps it is looked again which workspaces have something to do. */
    static final int TURN = 64;

    private static final System.Logger LOG = System.getLogger(EntryEmbeddingJob.class.getName());

    private final EntryEmbeddingTaskRepository work;
    private final Embedder embedder;
    private final Duration patience;
    private final Deque<String> waiting = new ArrayDeque<>();
    private int steps;

    /** @param patience for the vectors of one step; a claim holds longer */
    public EntryEmbeddingJob(EntryEmbeddingTaskRepository work, Embedder embedder, Duration patience) {
        this.work = work;
        this.embedder = embedder;
        this.patience = patience;
    }

    /** @return whether there may be more to do at once */
    public Uni<Boolean> step() {
        if (waiting.isEmpty() || ++steps >= TURN) {
            return work.waiting(embedder.model()).chain(found -> {
                steps = 0;
                waiting.clear();
                waiting.addAll(found);
                return work.free()
                        .chain(freed -> found.isEmpty() ? Uni.createFrom().item(freed) : next());
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
                    return kept(claim, vectored, stretch.after(claim, entries));
                })
                .onFailure(EntryEmbeddingJob::isTrouble)
                .recoverWithUni(why -> later(claim, why)));
    }

    private Uni<Boolean> kept(EntryClaim claim, List<EntryVector> vectored, EntryRange.Bounds bounds) {
        return work.keep(claim, embedder.model(), vectored, bounds).replaceWith(true);
    }

    private Uni<Boolean> later(EntryClaim claim, Throwable why) {
        LOG.log(System.Logger.Level.WARNING, "entries get their vectors later: {0}", why.toString());
        waiting.clear();
        return work.postpone(claim).replaceWith(false);
    }

    /**
     * Together; where that is refused because of what one of them says, one by one, and what is refused gets none. Where each of several
     * is, it is not the texts.
     */
    private Uni<List<EntryVector>> vectors(List<WaitingEntry> entries) {
        List<WaitingEntry> said =
                entries.stream().filter(entry -> !entry.text().isBlank()).toList();
        if (said.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        return embed(said).onFailure(EntryEmbeddingJob::isOfTheText).recoverWithUni(refused -> Multi.createFrom()
                .iterable(said)
                .onItem()
                .transformToUniAndConcatenate(this::alone)
                .select()
                .where(Optional::isPresent)
                .map(Optional::get)
                .collect()
                .asList()
                .invoke(made -> {
                    if (made.isEmpty() && said.size() > 1) {
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
                .after(patience)
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

    private static boolean isTrouble(Throwable why) {
        return why instanceof EmbeddingException || why instanceof TimeoutException;
    }

    private static boolean isOfTheText(Throwable why) {
        return why instanceof EmbeddingException trouble && trouble.isOfTheText();
    }
}
