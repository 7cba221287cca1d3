package dev.agenthost.testkit.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.process.FreePorts;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresMemoryTest {
    @TempDir
    Path directory;

    @Test
    void theServerTakesWhatItWasToldTo() throws Exception {
        var settings = new PostgresSettings(
                directory.resolve("data"),
                FreePorts.next(),
                LocalPostgres.USER,
                PostgresMemory.LARGE,
                false,
                directory.resolve("log"));
        try (var postgres = LocalPostgres.start(settings)) {
            assertThat(shown(postgres, "shared_buffers")).isEqualTo("2GB");
            assertThat(shown(postgres, "max_wal_size")).isEqualTo("4GB");
        }
    }

    private static String shown(LocalPostgres postgres, String setting) throws SQLException {
        var address = postgres.address("postgres");
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement();
                var row = statement.executeQuery("show " + setting)) {
            row.next();
            return row.getString(1);
        }
    }
}
