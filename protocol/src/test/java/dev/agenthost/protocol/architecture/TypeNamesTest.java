package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks the simple names of the types of all modules: none is a private word, and none has two meanings. */
class TypeNamesTest {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final String JAVA = ".java";

    /** Words that nobody would search for: participles, pronouns, moods and metaphors. */
    private static final Set<String> FORBIDDEN = Set.of(
            "Abacus",
            "Again",
            "Asked",
            "Away",
            "Beat",
            "Census",
            "Chatter",
            "Conversing",
            "Deaths",
            "Drill",
            "Dying",
            "Exchange",
            "FewNames",
            "FiftyDeaths",
            "Filling",
            "FirstWord",
            "Gathering",
            "GrantShelf",
            "Grumbling",
            "Harm",
            "Heart",
            "HeldRun",
            "InPlace",
            "Insistence",
            "Kept",
            "KeeperTools",
            "Knock",
            "LetGo",
            "Look",
            "Meanwhile",
            "Means",
            "NothingIsAway",
            "OutboundAnswer",
            "Parting",
            "Parts",
            "Patience",
            "Pausing",
            "Pen",
            "Pieces",
            "Place",
            "Places",
            "Pulse",
            "Rest",
            "Room",
            "Rounds",
            "RunsInHand",
            "Said",
            "Seats",
            "Shown",
            "Stash",
            "Steadily",
            "Strangers",
            "Surroundings",
            "Taken",
            "ToolShelf",
            "Tools",
            "Upkeep",
            "Victim",
            "WildRunner",
            "Written");

    /** Types of one name and one role, in modules that do not know each other, or on the two ends of one wire. */
    private static final Set<String> TWINS = Set.of(
            "AuditProducer",
            "BackgroundJobs",
            "Backoff",
            "CircuitBreaker",
            "ConsumerRetryPolicy",
            "DeadLetterProducer",
            "DependencyStatus",
            "GrantedTools",
            "HostApi",
            "HostCalls",
            "JsonRpc",
            "KafkaAuditProducer",
            "MigrationLock",
            "PrivateFiles",
            "ResultRecord",
            "RunKey",
            "RunPreparation",
            "RunRowMapper",
            "RunSession",
            "RunView",
            "SocketReader",
            "WriteOutcome");

    @Test
    void noTypeHasAForbiddenName() throws IOException {
        Set<String> found = new TreeSet<>();
        types().forEach((name, places) -> {
            if (FORBIDDEN.contains(name.endsWith("Test") ? name.substring(0, name.length() - 4) : name)) {
                found.addAll(places);
            }
        });

        assertThat(found).isEmpty();
    }

    @Test
    void noSimpleNameHasTwoMeanings() throws IOException {
        Set<String> found = new TreeSet<>();
        types().forEach((name, places) -> {
            if (places.stream().filter(place -> place.contains("src/main/java")).count() > 1) {
                found.add(name);
            }
        });

        assertThat(found).isEqualTo(new TreeSet<>(TWINS));
    }

    /** Top-level types of all modules: simple name to files. */
    private static Map<String, Set<String>> types() throws IOException {
        Map<String, Set<String>> types = new TreeMap<>();
        Files.walkFileTree(PROJECT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return name.equals("target") || name.equals("node_modules") || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(JAVA) && !name.equals("package-info.java")) {
                    types.computeIfAbsent(name.substring(0, name.length() - JAVA.length()), any -> new TreeSet<>())
                            .add(PROJECT.relativize(file).toString().replace('\\', '/'));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(types).hasSizeGreaterThan(1_000);
        return types;
    }
}
