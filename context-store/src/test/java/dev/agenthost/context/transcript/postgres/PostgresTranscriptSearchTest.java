package dev.agenthost.context.transcript.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.SearchHit;
import dev.agenthost.context.transcript.SearchQuery;
import dev.agenthost.context.transcript.SearchRequest;
import dev.agenthost.context.transcript.TermVector;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.protocol.store.history.HistoryFilters;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresTranscriptSearchTest {
    private static final Analysis ANALYSIS = new LuceneAnalysis();
    private static final String ENTRY = """
            insert into context.transcript (conversation, seq, transcript_id, event_id, run_id, role, content,
                artifact_refs, at, metadata, terms)
            select c.id, $3::bigint, gen_random_uuid(), 'e', $4::uuid, $5::text, $6::text, '[]',
                to_timestamp($3::bigint), '{}', $7::text::tsvector
            from context.conversations c where c.workspace_id = $1::text and c.conversation_id = $2::text
            """;

    private static Database database;
    private static PostgresTranscriptSearch searches;

    private final String here = "c-" + UUID.randomUUID();

    @BeforeAll
    static void open() {
        database = new Database();
        searches = new PostgresTranscriptSearch(database.pool());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void wordsOfAnyScriptAreFound() {
        said(
                "Deploy the server",
                "数据库连接信息在这里",
                "明日は東京で会議です",
                "한국어를 배우고 있어요",
                "Ça va à l'école?",
                "ｄｏｃｋｅｒ　で　動く",
                "🎉 party");

        assertThat(find("deploy")).containsExactly(1L);
        assertThat(find("数据库")).containsExactly(2L);
        assertThat(find("接")).containsExactly(2L);
        assertThat(find("東京")).containsExactly(3L);
        assertThat(find("한국어")).containsExactly(4L);
        assertThat(find("ca ecole")).containsExactly(5L);
        assertThat(find("Docker")).containsExactly(6L);
        assertThat(find("🎉")).containsExactly(7L);
        assertThat(find("nothing")).isEmpty();
    }

    @Test
    void hitsWithAllWordsAreFirstThenThoseWithRareOnes() {
        said(
                "the password of the database is in the vault",
                "the weather is nice in the city",
                "a database has tables",
                "the the the",
                "where is the vault");

        assertThat(find("database password")).containsExactly(1L, 3L);
        assertThat(find("the vault")).startsWith(5L, 1L).contains(2L, 4L).doesNotContain(3L);
        assertThat(find("the tables")).startsWith(3L);
    }

    @Test
    void theMessageThatTheRunAnswersIsExcluded() {
        said("beer", "beer again", "where is the beer?");
        UUID run = UUID.randomUUID();
        String own = UUID.randomUUID().toString();
        database.rows("update context.transcript t set event_id = '" + own + "' from context.conversations c"
                + " where c.id = t.conversation and c.conversation_id = '" + here + "' and t.seq = 3");
        await(database.pool()
                .preparedQuery(
                        "insert into context.fences (workspace_id, run_id, attempt, event_id) values ('demo', $1, 1, $2)")
                .execute(Tuple.of(run, own)));

        assertThat(numbers(search("beer", 10, run))).containsExactly(1L, 2L);
        assertThat(numbers(search("beer", 2, run))).containsExactly(1L, 2L);
        assertThat(numbers(search("beer", 2, UUID.randomUUID()))).hasSize(2);
        assertThat(find("beer")).containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    private List<SearchHit> search(String query, int top, UUID run) {
        return await(searches.find(new SearchRequest(
                new ConversationRef("demo", "bot", here, ""),
                query,
                SearchQuery.parse(ANALYSIS, query),
                HistoryFilters.NONE,
                top,
                run)));
    }

    @Test
    void shorterAndNewerEntriesRankHigher() {
        said("beer", "beer and a lot of other things that nobody asked for", "beer");

        assertThat(find("beer")).containsExactly(3L, 1L, 2L);
        List<SearchHit> found = search("beer", HistoryFilters.NONE, 10);
        assertThat(found.getFirst().score())
                .isPositive()
                .isGreaterThan(found.getLast().score());
    }

    @Test
    void aPhraseMatchesAdjacentTermsOnly() {
        said("a cold beer", "beer that is cold", "库连接数据", "数据库连接");

        assertThat(find("\"cold beer\"")).containsExactly(1L);
        assertThat(find("cold beer")).containsExactly(1L, 2L);
        assertThat(find("\"数据库连接\"")).containsExactly(4L);
        assertThat(find("\"cold beer\" unheard-of")).containsExactly(1L);
        assertThat(find("\"beer cold\"")).isEmpty();
    }

    @Test
    void onlyThisConversationAndThreadIsSearched() {
        said("secret");
        entry("demo", open("demo", "bot", here + "x", ""), 1, null, "user", "secret");
        entry("other", open("other", "bot", here, ""), 2, null, "user", "secret");
        open("demo", "bot2", here + "b", "");
        open("demo", "bot", here + "t", "t1");
        entry("demo", here + "t", 1, null, "user", "secret");

        assertThat(find("secret")).containsExactly(1L);
        assertThat(search(new ConversationRef("demo", "bot2", here, ""), "secret"))
                .isEmpty();
        assertThat(search(new ConversationRef("demo", "bot", here + "t", ""), "secret"))
                .isEmpty();
        assertThat(search(new ConversationRef("demo", "bot", here + "t", "t1"), "secret"))
                .hasSize(1);
        assertThat(search(new ConversationRef("elsewhere", "bot", here, ""), "secret"))
                .isEmpty();
    }

    @Test
    void filtersExcludeOtherEntries() {
        open("demo", "bot", here, "");
        entry("demo", here, 10, null, "user", "beer");
        entry("demo", here, 20, UUID.randomUUID(), "assistant", "beer");
        entry("demo", here, 30, null, "user", "beer");
        List<String> all = List.of();

        assertThat(find(new HistoryFilters(List.of("user"), all, all, null, null)))
                .containsExactly(30L, 10L);
        assertThat(find(new HistoryFilters(List.of("tool"), all, all, null, null)))
                .isEmpty();
        assertThat(find(new HistoryFilters(all, List.of("message"), all, null, null)))
                .hasSize(3);
        assertThat(find(new HistoryFilters(all, List.of("note"), all, null, null)))
                .isEmpty();
        assertThat(find(new HistoryFilters(all, all, List.of("message.received"), null, null)))
                .containsExactly(30L, 10L);
        assertThat(find(new HistoryFilters(all, all, List.of("message.completed"), null, null)))
                .containsExactly(20L);
        assertThat(find(new HistoryFilters(all, all, List.of("message.recalled"), null, null)))
                .isEmpty();
        assertThat(find(new HistoryFilters(all, all, all, 20L, null))).containsExactly(30L, 20L);
        assertThat(find(new HistoryFilters(all, all, all, null, 20L))).containsExactly(20L, 10L);
        assertThat(find(new HistoryFilters(all, all, all, 11L, 19L))).isEmpty();
    }

    @Test
    void returnsAtMostTheRequestedNumber() {
        said(IntStream.range(0, 30).mapToObj(i -> "beer").toArray(String[]::new));

        assertThat(search("beer", HistoryFilters.NONE, 7)).hasSize(7);
        assertThat(search("?!", HistoryFilters.NONE, 7)).isEmpty();
    }

    @Test
    void oldMessagesAreFoundInALongConversation() {
        open("demo", "bot", here, "");
        for (long seq : new long[] {1, 4095, 4096, 65_535, 65_536, 70_000, 300_000, 1_000_000}) {
            entry("demo", here, seq, null, "user", "needle");
        }

        assertThat(find("needle")).containsExactly(1_000_000L, 300_000L, 70_000L, 65_536L, 65_535L, 4096L, 4095L, 1L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4095, 4096, 8191, 8192, 61_441, 65_535, 65_536, 131_071, 700_123, 2_099_999})
    void eachEntryIsReadOnce(long newest) {
        open("demo", "bot", here, "");
        await(database.pool().query("""
                        insert into context.transcript (conversation, seq, transcript_id, event_id, role, content, artifact_refs,
                            at, metadata, terms)
                        select c.id, s, gen_random_uuid(), 'e', 'user', 'so', '[]', now(), '{}', $$'so':1$$
                        from context.conversations c, generate_series(%s, 1, -997) s where c.conversation_id = '%s'
                        """.formatted(newest, here)).execute());
        String of = """
                from context.conversations c, unnest(context.newest_matches_v1(
                    c.id, %s, 'so', '{}', true, true, null, null, 10000)) with ordinality m (seq, ordinal)
                where c.conversation_id = '%s'
                """.formatted(newest, here);

        assertThat(database.rows("select array_agg(m.seq order by m.ordinal) = array(select * from generate_series("
                                + newest + "::bigint, 1, -997)) " + of)
                        .getFirst()
                        .getBoolean(0))
                .isTrue();
    }

    @Test
    void theNewestMatchesOfAFrequentWordAreRead() {
        open("demo", "bot", here, "");
        await(database.pool().query("""
                        insert into context.transcript (conversation, seq, transcript_id, event_id, role, content, artifact_refs,
                            at, metadata, terms)
                        select c.id, s, gen_random_uuid(), 'e', 'user', 'so', '[]', now(), '{}',
                            case when s = 7 then $$'so':1 'rare':2$$ else $$'so':1$$ end::tsvector
                        from context.conversations c, generate_series(1, 9000) s where c.conversation_id = '%s'
                        """.formatted(here)).execute());
        await(database.pool().query("""
                        update context.conversations set last_transcript_seq = 9000 where conversation_id = '%s'
                        """.formatted(here)).execute());

        assertThat(find("so"))
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> 9000L - i).toList());
        assertThat(find("so rare").getFirst()).isEqualTo(7);
        assertThat(find("so rare unheard-of").getFirst()).isEqualTo(7);
    }

    @Test
    void anyTextIsStoredAndFoundByItsWords() {
        String hardest = "' \\ ''x\\' :1A,2 <-> & | ! ( ) don't \\\\server\\share C:\\dir \u0001 %s $1 👩‍💻";
        String large = IntStream.range(0, 150_000)
                .mapToObj(i -> Integer.toString(i, 36))
                .collect(Collectors.joining(" "));
        said(hardest, large, "的".repeat(300_000), "x".repeat(1_000_000), "");

        assertThat(find(hardest)).startsWith(1L);
        assertThat(find("don't")).containsExactly(1L);
        assertThat(find("zz")).containsExactly(2L);
        assertThat(find("的的")).containsExactly(3L);
        assertThat(find("x".repeat(255))).containsExactly(4L);
    }

    private void said(String... texts) {
        open("demo", "bot", here, "");
        for (int i = 0; i < texts.length; i++) {
            entry("demo", here, i + 1, null, "user", texts[i]);
        }
    }

    private static String open(String workspace, String bot, String conversation, String thread) {
        await(database.pool()
                .preparedQuery("insert into context.conversations (workspace_id, bot_id, conversation_id, thread_id)"
                        + " values ($1, $2, $3, $4)")
                .execute(Tuple.of(workspace, bot, conversation, thread)));
        return conversation;
    }

    private static void entry(String workspace, String conversation, long seq, UUID run, String role, String text) {
        await(database.pool()
                .preparedQuery(ENTRY)
                .execute(Tuple.tuple()
                        .addString(workspace)
                        .addString(conversation)
                        .addLong(seq)
                        .addUUID(run)
                        .addString(role)
                        .addString(text)
                        .addString(TermVector.of(ANALYSIS, text))));
        await(database.pool()
                .preparedQuery(
                        "update context.conversations set last_transcript_seq = greatest(last_transcript_seq, $3::bigint)"
                                + " where workspace_id = $1 and conversation_id = $2")
                .execute(Tuple.of(workspace, conversation, seq)));
    }

    private List<Long> find(String query) {
        return numbers(search(query, HistoryFilters.NONE, 10));
    }

    private List<Long> find(HistoryFilters filters) {
        return numbers(search("beer", filters, 10));
    }

    private List<SearchHit> search(String query, HistoryFilters filters, int top) {
        return search(new ConversationRef("demo", "bot", here, ""), query, filters, top);
    }

    private static List<SearchHit> search(ConversationRef conversation, String query) {
        return search(conversation, query, HistoryFilters.NONE, 10);
    }

    private static List<SearchHit> search(ConversationRef conversation, String query, HistoryFilters filters, int top) {
        return await(searches.find(
                new SearchRequest(conversation, query, SearchQuery.parse(ANALYSIS, query), filters, top)));
    }

    private static List<Long> numbers(List<SearchHit> found) {
        return found.stream().map(one -> one.entry().seq()).toList();
    }
}
