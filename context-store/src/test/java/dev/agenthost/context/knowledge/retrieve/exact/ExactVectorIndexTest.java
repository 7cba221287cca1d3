package dev.agenthost.context.knowledge.retrieve.exact;

import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.knowledge.postgres.PostgresVectorRows;
import dev.agenthost.context.knowledge.retrieve.VectorIndex;
import dev.agenthost.context.knowledge.retrieve.VectorIndexSuite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Looking at every vector: nothing is missed. */
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
        return new ExactVectors(new PostgresVectorRows(database.pool()), new VectorCache(100_000_000), Runnable::run);
    }

    @Override
    protected double leastRecall() {
        return 1;
    }
}
