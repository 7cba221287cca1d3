package dev.agenthost.local.postgres;

import dev.agenthost.local.process.ProcessLauncher;
import dev.agenthost.local.process.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** Starts the PostgreSQL of the box, which keeps its data, and makes the services' database in it. */
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

    /** Without waiting for those who are still connected. */
    @Override
    public void askToEnd(ProcessHandle process) {
        Signals.interrupt(process);
    }
}
