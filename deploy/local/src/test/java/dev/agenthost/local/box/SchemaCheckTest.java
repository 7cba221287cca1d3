package dev.agenthost.local.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which schemas, made by Flyway, a build recognises as its own. */
class SchemaCheckTest {
    private static final String TABLE = "CREATE TABLE a (x text);\n\n-- Ünicode\r\nCREATE TABLE b (y text);";

    private final DatabaseAddress database = PostgresTestDatabase.freshDatabase();

    @TempDir
    Path migrations;

    @TempDir
    Path jars;

    @BeforeEach
    void threeMigrationsWereApplied() throws Exception {
        write(Map.of("V1__tables.sql", TABLE, "V1_10__more.sql", "SELECT 1;", "V2__last.sql", "SELECT 2;"));
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .schemas("runs")
                .locations("filesystem:" + migrations)
                .load()
                .migrate();
    }

    @Test
    void aSchemaOfThisBuildIsKnown() throws Exception {
        jar(Map.of("V1__tables.sql", TABLE, "V1_10__more.sql", "SELECT 1;", "V2__last.sql", "SELECT 2;"));
        assertThat(new SchemaCheck(jars).unknownMigration(database, "runs")).isEmpty();
        assertThat(new SchemaCheck(jars).unknownMigration(database, "bindings")).isEmpty();
    }

    /** Quarkus hands Flyway each script by its path in the class path, so the history names its folder too. */
    @Test
    void aSchemaThatQuarkusMigratedIsKnown() throws Exception {
        jar(Map.of("V1__tables.sql", TABLE, "V1_10__more.sql", "SELECT 1;", "V2__last.sql", "SELECT 2;"));
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "UPDATE runs.flyway_schema_history SET script = 'db/runs/' || script WHERE type = 'SQL'");
        }
        assertThat(new SchemaCheck(jars).unknownMigration(database, "runs")).isEmpty();
        jar(Map.of("V1__tables.sql", TABLE + " ", "V1_10__more.sql", "SELECT 1;", "V2__last.sql", "SELECT 2;"));
        assertThat(new SchemaCheck(jars).unknownMigration(database, "runs")).contains("V1__tables.sql");
    }

    @Test
    void aMigrationThatThisBuildHasNotIsNamed() throws Exception {
        jar(Map.of("V1__tables.sql", TABLE, "V2__last.sql", "SELECT 2;"));
        assertThat(new SchemaCheck(jars).unknownMigration(database, "runs")).contains("V1_10__more.sql");
    }

    @Test
    void aBaselineOfAnotherTextIsNamed() throws Exception {
        jar(Map.of("V1__tables.sql", TABLE + " ", "V1_10__more.sql", "SELECT 1;", "V2__last.sql", "SELECT 2;"));
        assertThat(new SchemaCheck(jars).unknownMigration(database, "runs")).contains("V1__tables.sql");
    }

    @Test
    void aMigrationOfANewerBuildIsAccepted() throws Exception {
        jar(Map.of("V1__tables.sql", TABLE, "V1_10__more.sql", "SELECT 1;"));
        assertThat(new SchemaCheck(jars).unknownMigration(database, "runs")).isEmpty();
    }

    @Test
    void aBuildWithoutMigrationsAcceptsEverySchema() throws Exception {
        assertThat(new SchemaCheck(jars).unknownMigration(database, "runs")).isEmpty();
        assertThat(new SchemaCheck(jars.resolve("missing")).unknownMigration(database, "runs"))
                .isEmpty();
    }

    private void write(Map<String, String> scripts) throws IOException {
        for (var script : scripts.entrySet()) {
            Files.writeString(migrations.resolve(script.getKey()), script.getValue());
        }
    }

    private void jar(Map<String, String> scripts) throws IOException {
        try (var jar = new JarOutputStream(Files.newOutputStream(jars.resolve("service.jar")))) {
            for (var script : scripts.entrySet()) {
                jar.putNextEntry(new JarEntry("db/runs/" + script.getKey()));
                jar.write(script.getValue().getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
    }
}
