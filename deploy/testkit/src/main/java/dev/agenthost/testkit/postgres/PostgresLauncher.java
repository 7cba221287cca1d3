package dev.agenthost.testkit.postgres;

import dev.agenthost.testkit.process.ProcessLauncher;
import dev.agenthost.testkit.process.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** Starts the durable PostgreSQL of the box, and creates the services' database in it. */
public record PostgresLauncher(Path data, DatabaseAddress database, PostgresMemory memory) implements ProcessLauncher {
    @Override
    public Process launch(Path log) throws IOException, InterruptedException {
        var postgres = LocalPostgres.start(
                new PostgresSettings(data, database.port(), database.password(), memory, true, log));
        try {
            postgres.createDatabase(database.database());
        } catch (SQLException e) {
            postgres.close();
            throw new IOException("cannot make the database " + database.database(), e);
        }
        return postgres.process();
    }

    /** Requests the end without waiting for connected clients. */
    @Override
    public void requestTermination(ProcessHandle process) {
        Signals.interrupt(process);
    }
}
