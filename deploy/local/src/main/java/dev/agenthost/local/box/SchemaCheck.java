package dev.agenthost.local.box;

import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * Compares the migrations that made a schema with those of the built service. Flyway would refuse the schema as well, but only
 * when the service starts, and in its words.
 */
public final class SchemaCheck {
    private static final Pattern MIGRATION = Pattern.compile("db/\\w+/(V([0-9_]+?)__\\w+\\.sql)");
    private static final String HISTORY = "SELECT version, script, checksum FROM %s.flyway_schema_history"
            + " WHERE type = 'SQL' AND version IS NOT NULL ORDER BY installed_rank";

    private final TreeMap<String, Migration> known = new TreeMap<>(SchemaCheck::compare);

    private record Migration(String script, int checksum) {}

    /** @param jars the directory of the service's jars; without migrations there, every schema is accepted */
    public SchemaCheck(Path jars) throws IOException {
        if (Files.isDirectory(jars)) {
            try (var files = Files.newDirectoryStream(jars, "*.jar")) {
                for (var file : files) {
                    read(file);
                }
            }
        }
    }

    private void read(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            jar.stream().forEach(entry -> {
                var name = MIGRATION.matcher(entry.getName());
                if (name.matches()) {
                    known.put(name.group(2).replace('_', '.'), new Migration(name.group(1), checksum(jar, entry)));
                }
            });
        }
    }

    /**
     * Returns the script of the first migration in the schema that this build has not, or has with another text; empty if the
     * schema does not exist yet, was made by this build, or was changed by a newer one.
     */
    public Optional<String> unknownMigration(DatabaseAddress database, String schema) throws SQLException {
        if (known.isEmpty()) {
            return Optional.empty();
        }
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password())) {
            return hasHistory(connection, schema) ? unknownMigration(connection, schema) : Optional.empty();
        }
    }

    private static boolean hasHistory(Connection connection, String schema) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            statement.setString(1, schema + ".flyway_schema_history");
            var row = statement.executeQuery();
            return row.next() && row.getBoolean(1);
        }
    }

    private Optional<String> unknownMigration(Connection connection, String schema) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(HISTORY.formatted(schema))) {
            while (rows.next()) {
                var version = rows.getString("version");
                var applied = new Migration(fileName(rows.getString("script")), rows.getInt("checksum"));
                if (!applied.equals(known.get(version)) && compare(version, newest()) <= 0) {
                    return Optional.of(applied.script());
                }
            }
            return Optional.empty();
        }
    }

    /** Flyway stores a script by its path below its location, and Quarkus' location is the root of the class path. */
    private static String fileName(String script) {
        return script.substring(script.lastIndexOf('/') + 1);
    }

    private String newest() {
        return known.lastKey();
    }

    private static int compare(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other));
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("\\.")).mapToInt(Integer::parseInt).toArray();
    }

    /** Computes the checksum of a migration as Flyway does: over its lines, without their ends. */
    private static int checksum(JarFile jar, ZipEntry entry) {
        var sum = new CRC32();
        try (var lines = new BufferedReader(new InputStreamReader(jar.getInputStream(entry), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                sum.update(line.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return (int) sum.getValue();
    }
}
