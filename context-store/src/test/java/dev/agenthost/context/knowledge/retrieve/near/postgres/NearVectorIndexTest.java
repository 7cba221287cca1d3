package dev.agenthost.context.knowledge.retrieve.near.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Pgvector;
import dev.agenthost.context.knowledge.postgres.PostgresVectorRows;
import dev.agenthost.context.knowledge.retrieve.Scope;
import dev.agenthost.context.knowledge.retrieve.VectorIndex;
import dev.agenthost.context.knowledge.retrieve.VectorIndexSuite;
import dev.agenthost.context.knowledge.retrieve.exact.ExactVectors;
import dev.agenthost.context.knowledge.retrieve.exact.VectorCache;
import dev.agenthost.context.knowledge.retrieve.near.NearIndex;
import dev.agenthost.context.knowledge.retrieve.near.NearVectors;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** pgvector's HNSW, where there is one: skipped where not. */
class NearVectorIndexTest extends VectorIndexSuite {
    private static Database database;

    private final AtomicInteger lookedAtWhole = new AtomicInteger();

    @BeforeAll
    static void open() {
        database = Pgvector.database();
    }

    @AfterAll
    static void close() {
        if (database != null) {
            database.close();
        }
    }

    @Override
    protected Database database() {
        return database;
    }

    @Override
    protected VectorIndex index() {
        PostgresNearIndex near = filled();
        VectorIndex exact =
                new ExactVectors(new PostgresVectorRows(database.pool()), new VectorCache(100_000_000), Runnable::run);
        return new NearVectors(
                near,
                (scope, model, query, most) -> {
                    lookedAtWhole.incrementAndGet();
                    return exact.nearest(scope, model, query, most);
                },
                1);
    }

    @Override
    protected double leastRecall() {
        return 0.95;
    }

    /** The index was asked, and nothing was looked at whole instead. */
    @Override
    protected void measured() {
        assertThat(lookedAtWhole).hasValue(0);
        String plan = String.join(
                "\n",
                database
                        .rows("explain select place from context.knowledge_near where dimensions = 384 order by"
                                + " embedding::halfvec(384) <=> (select embedding::halfvec(384) from context.knowledge_near"
                                + " limit 1) limit 10")
                        .stream()
                        .map(row -> row.getString(0))
                        .toList());
        assertThat(plan).contains("knowledge_near_halves_384");
    }

    @Test
    void whatIsNotCopiedYetIsLookedAtWhole() {
        PostgresNearIndex near = filled();
        base("late", "kb");
        document("late", "kb", "d", "m", JsonNodeFactory.instance.objectNode(), 100);
        Scope scope = new Scope("late", List.of("kb"), JsonNodeFactory.instance.objectNode());

        assertThat(await(near.covered(scope, "m")).isWhole()).isFalse();
        // Another replica copies the first part, and dies.
        assertThat(await(near.step())).isTrue();
        assertThat(await(near.covered(scope, "m")).isWhole()).isFalse();
        filled();

        assertThat(await(near.covered(scope, "m")).isWhole()).isTrue();
        assertThat(await(near.covered(scope, "m")).chunks()).isEqualTo(100);
        assertThat(database.count("from context.knowledge_near n join context.knowledge_documents d using (document)"
                        + " join context.knowledge_bases b on b.kb = d.kb where b.workspace_id = 'late'"))
                .isEqualTo(100);
    }

    @Test
    void anIndexThatAKillLeftHalfBuiltIsBuiltAnew() {
        filled();
        database.rows(
                "update pg_index set indisvalid = false where indexrelid = 'context.knowledge_near_halves_384'::regclass");
        PostgresNearIndex near = new PostgresNearIndex(database.pool());
        await(near.look());
        assertThat(near.holds(384)).isFalse();

        base("again", "kb");
        document("again", "kb", "d", "m", JsonNodeFactory.instance.objectNode(), 10);
        assertThat(filled().holds(384)).isTrue();
    }

    @Test
    void replicasThatFillItAtTheSameTimeCopyEachVectorOnce() {
        base("both", "kb");
        for (int i = 0; i < 4; i++) {
            document("both", "kb", "d" + i, "m", JsonNodeFactory.instance.objectNode(), 70);
        }
        PostgresNearIndex one = new PostgresNearIndex(database.pool());
        PostgresNearIndex other = new PostgresNearIndex(database.pool());
        await(one.look());
        await(other.look());

        for (boolean more = true; more; ) {
            var both = await(Uni.combine().all().unis(one.step(), other.step()).asTuple());
            more = both.getItem1() || both.getItem2();
        }

        assertThat(await(one.covered(new Scope("both", List.of("kb"), JsonNodeFactory.instance.objectNode()), "m")))
                .isEqualTo(new NearIndex.Covered(280, true));
    }

    @Test
    void vectorsThatAreTooLongForAnIndexAreLookedAtWhole() {
        base("long", "kb");
        document("long", "kb", "d", "long", JsonNodeFactory.instance.objectNode(), 70);
        database.rows("update context.knowledge_chunks set vector = decode(repeat('00000000', 4001), 'hex')"
                + " where embedded_by = 'long'");

        PostgresNearIndex near = filled();

        assertThat(near.holds(4_001)).isFalse();
        assertThat(near.holds(DIMENSIONS + 1)).isFalse();
        assertThat(database.count("from context.knowledge_near where model = 'long'"))
                .isZero();
    }

    private static PostgresNearIndex filled() {
        PostgresNearIndex near = new PostgresNearIndex(database.pool());
        assertThat(await(near.look())).isTrue();
        for (int i = 0; await(near.step()); i++) {
            assertThat(i).isLessThan(10_000);
        }
        return near;
    }
}
