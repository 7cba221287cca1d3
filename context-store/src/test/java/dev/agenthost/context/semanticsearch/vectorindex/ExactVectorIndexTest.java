package dev.agenthost.context.semanticsearch.vectorindex;

import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.semanticsearch.postgres.PostgresVectorRepository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests the complete comparison, which misses nothing. */
class ExactVectorIndexTest extends VectorIndexSuite {
    private static Database database;

    @BeforeAll
    static void open() {
        database = new Database();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Override
    protected Database database() {
        return database;
    }

    @Override
    protected VectorIndex index() {
        return new BruteForceVectorIndex(
                new PostgresVectorRepository(database.pool()), new VectorCache(100_000_000), Runnable::run);
    }

    @Override
    protected double leastRecall() {
        return 1;
    }
}
