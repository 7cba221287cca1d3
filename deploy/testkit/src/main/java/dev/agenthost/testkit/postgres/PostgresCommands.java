package dev.agenthost.testkit.postgres;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command lines of PostgreSQL's programs. PostgreSQL refuses to run as root; for root it runs in a user namespace as the user
 * nobody.
 */
record PostgresCommands(Path binaries, boolean root) {
    static PostgresCommands ofThisUser(Path binaries) {
        return new PostgresCommands(binaries, "root".equals(System.getProperty("user.name")));
    }

    /** Creates a cluster that always requires the superuser's password and has the same sort order on every system. */
    List<String> initialise(PostgresSettings settings, Path passwordFile) {
        var command = program("initdb");
        command.addAll(List.of(
                "-D",
                settings.data().toString(),
                "-U",
                LocalPostgres.USER,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8"));
        if (!settings.durable()) {
            command.add("--no-sync");
        }
        return command;
    }

    /** Becomes the postmaster itself. */
    List<String> serve(PostgresSettings settings) {
        var command = program("postgres");
        command.addAll(List.of("-D", settings.data().toString(), "-p", Integer.toString(settings.port())));
        settings.server().forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    private ArrayList<String> program(String name) {
        var program = Stream.of(binaries.resolve("bin").resolve(name).toString());
        return new ArrayList<>((root ? Stream.concat(Stream.of("unshare", "-U"), program) : program).toList());
    }
}
