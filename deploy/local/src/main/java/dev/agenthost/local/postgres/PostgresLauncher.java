package dev.agenthost.local.postgres;

import dev.agenthost.local.process.Launcher;
import dev.agenthost.local.process.Signals;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Starts the PostgreSQL of the box, which keeps its data, and makes the services' database in it. */
public final class PostgresLauncher implements Launcher {
    private final Path data;
    private final DatabaseAddress database;
    private @Nullable LocalPostgres last;

    public PostgresLauncher(Path data, DatabaseAddress database) {
        this.data = data;
        this.database = database;
    }

    @Override
    public synchronized Process launch(Path log) throws IOException {
        if (last != null) {
            // Dead, but it still holds the lock on its data directory.
            last.close();
            last = null;
        }
        var settings =
                PostgresSettings.durable(data, database.port(), database.password(), Redirect.appendTo(log.toFile()));
        var postgres = LocalPostgres.start(settings);
        last = postgres;
        try {
            postgres.createDatabase(database.database());
        } catch (SQLException e) {
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
