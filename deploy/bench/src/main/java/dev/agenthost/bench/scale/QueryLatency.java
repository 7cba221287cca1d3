package dev.agenthost.bench.scale;

import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.history.HistoryFilters;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Queries to context-store, one after another. Pages and warm searches run twice, and the second time counts: their data are in
 * memory.
 */
final class QueryLatency {
    private static final int PAGES = 400;
    private static final int PAGE = 50;
    private static final int DEEP = 5;
    private static final int SEARCHES = 100;
    private static final int TOP = 10;
    private static final int FREQUENT = 10;
    private static final int CHINESE = 5;

    private final ContextStoreBox store;
    private final long conversations;
    private final SplittableRandom random = new SplittableRandom(7);

    QueryLatency(ContextStoreBox store, long conversations) {
        this.store = store;
        this.conversations = conversations;
    }

    /** A kind of search. */
    enum Kind {
        FREQUENT_WORD(
                "a frequent word",
                random -> SyntheticVocabulary.latin(random.nextInt(FREQUENT)),
                i -> SyntheticVocabulary.latin(FREQUENT + i)),
        RARE_WORD(
                "a rare word",
                random -> SyntheticVocabulary.RARE,
                i -> SyntheticVocabulary.latin(SyntheticVocabulary.LATIN - 1 - i)),
        PHRASE(
                "a phrase",
                random -> "\"" + SyntheticVocabulary.FIRST + " " + SyntheticVocabulary.SECOND + "\"",
                i -> "\"" + SyntheticVocabulary.latin(i) + " " + SyntheticVocabulary.latin(i + 1) + "\""),
        CHINESE_WORD(
                "Chinese",
                random -> SyntheticVocabulary.chinese(random.nextInt(CHINESE)),
                i -> SyntheticVocabulary.chinese(CHINESE + i));

        private final String label;
        private final Function<SplittableRandom, String> query;
        private final IntFunction<String> other;

        /** @param other words of that kind, all different, and none of the query's */
        Kind(String label, Function<SplittableRandom, String> query, IntFunction<String> other) {
            this.label = label;
            this.query = query;
            this.other = other;
        }

        /** The i-th word that no search has used. */
        String other(int i) {
            return other.apply(i);
        }

        String text() {
            return label;
        }
    }

    /** Queries until the code that answers is compiled. Uses no word of a first touch. */
    void warmUp(Duration time) throws IOException, InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < until) {
            pages(new Latencies());
            for (var kind : Kind.values()) {
                for (int i = 0; i < SEARCHES; i++) {
                    search(kind.query.apply(random));
                }
            }
        }
    }

    /** Pages of 50, five in a row from the newest; every other row in the large conversation, the others in any. */
    Summary pages() throws IOException, InterruptedException {
        pages(new Latencies());
        var latencies = new Latencies();
        pages(latencies);
        return latencies.summary();
    }

    private void pages(Latencies latencies) throws IOException, InterruptedException {
        int asked = 0;
        for (int row = 0; asked < PAGES; row++) {
            var conversation = row % 2 == 0 ? ConversationRange.LARGE : 1 + random.nextLong(conversations);
            String cursor = null;
            for (int deep = 0; deep < DEEP && asked < PAGES; deep++) {
                long begin = System.nanoTime();
                var page = store.request("/internal/v1/history/page", page(conversation, cursor), HistoryPage.class);
                long took = System.nanoTime() - begin;
                asked++;
                if (page.items().isEmpty()) {
                    latencies.error("an empty page of " + Rows.name(conversation));
                } else {
                    latencies.record(took);
                }
                cursor = page.nextCursor();
                if (!page.hasMore() || cursor == null) {
                    break;
                }
            }
        }
    }

    private static HistoryQuestion page(long conversation, @Nullable String before) {
        return new HistoryQuestion(
                Rows.WORKSPACE,
                Rows.BOT,
                Rows.name(conversation),
                null,
                before,
                null,
                PAGE,
                HistoryDirection.BACKWARD,
                List.of());
    }

    /**
     * The best ten of the large conversation, each time by words that no search has used, without a warm-up. With few rows an
     * empty result is valid.
     *
     * @param step number of earlier calls, with fewer rows
     */
    Summary firstTouches(Kind kind, int step) throws IOException, InterruptedException {
        var latencies = new Latencies();
        for (int i = 0; i < SEARCHES; i++) {
            long begin = System.nanoTime();
            search(kind.other(step * SEARCHES + i));
            latencies.record(System.nanoTime() - begin);
        }
        return latencies.summary();
    }

    /** The best ten of the large conversation, by the same few words each time. */
    Summary searches(Kind kind) throws IOException, InterruptedException {
        searches(kind, new Latencies());
        var latencies = new Latencies();
        searches(kind, latencies);
        return latencies.summary();
    }

    private void searches(Kind kind, Latencies latencies) throws IOException, InterruptedException {
        for (int i = 0; i < SEARCHES; i++) {
            var query = kind.query.apply(random);
            long begin = System.nanoTime();
            var found = search(query);
            long took = System.nanoTime() - begin;
            if (found.items().isEmpty()) {
                latencies.error("nothing found for " + query);
            } else {
                latencies.record(took);
            }
        }
    }

    private HistorySearchResult search(String query) throws IOException, InterruptedException {
        var question = new HistorySearchQuestion(
                Rows.WORKSPACE,
                Rows.BOT,
                Rows.name(ConversationRange.LARGE),
                null,
                query,
                HistoryFilters.NONE,
                TOP,
                List.of());
        return store.request("/internal/v1/history/search", question, HistorySearchResult.class);
    }
}
