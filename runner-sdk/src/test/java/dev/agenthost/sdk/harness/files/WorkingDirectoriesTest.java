package dev.agenthost.sdk.harness.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.sdk.harness.Contexts;
import dev.agenthost.sdk.harness.McpEndpoint;
import dev.agenthost.sdk.harness.SessionKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkingDirectoriesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final SessionKey KEY = new SessionKey("w/b/../../etc/passwd", true);

    @TempDir
    private Path temp;

    private Path root;
    private WorkingDirectories directories;

    @BeforeEach
    void make() throws IOException {
        root = temp.resolve("deep/root");
        directories = new WorkingDirectories(root, Duration.ofDays(30), 3);
    }

    @Test
    void aFolderIsNamedByAHashAndPrivateToItsOwner() throws IOException {
        Path path = project(KEY);

        assertThat(path.getParent()).isEqualTo(root);
        assertThat(path.getFileName().toString()).matches("[0-9a-f]{40}");
        assertThat(permissions(root)).isEqualTo("rwx------");
        assertThat(permissions(path)).isEqualTo("rwx------");
        try (Stream<Path> all = Files.walk(path)) {
            assertThat(all.filter(Files::isRegularFile)).hasSize(4).allMatch(file -> permissions(file)
                    .equals("rw-------"));
        }
        assertThat(path.resolve(".claude/skills/brew/SKILL.md")).exists();
    }

    @Test
    void filesOfAHarnessStayForTheNextRunAndTheFactsAreReplaced() throws IOException {
        Path path = project(KEY);
        Files.writeString(path.resolve("notes.txt"), "mine");
        Files.writeString(path.resolve("agent-context.json"), "old");

        assertThat(project(KEY)).isEqualTo(path);

        assertThat(path.resolve("notes.txt")).hasContent("mine");
        assertThat(path.resolve("agent-context.json")).content().contains("\"run_id\" : \"r1\"");
    }

    @Test
    void neverWritesThroughALinkOfAHarness() throws IOException {
        Path path = project(KEY);
        Path outside = Files.createDirectories(temp.resolve("outside/skills"));
        Path victim = Files.writeString(temp.resolve("victim"), "whole");
        Files.delete(path.resolve("agent-context.json"));
        Files.createSymbolicLink(path.resolve("agent-context.json"), victim);
        PrivateFiles.delete(path.resolve(".claude"));
        Files.createSymbolicLink(path.resolve(".claude"), outside.getParent());

        project(KEY);

        assertThat(victim).hasContent("whole");
        assertThat(outside).isEmptyDirectory();
        assertThat(path.resolve("agent-context.json")).content().contains("r1");
    }

    @Test
    void skillsOfThePreviousRunAreDeleted() throws IOException {
        Path path = project(KEY);
        try (WorkingDirectories.Use use = directories.open(KEY, NOW)) {
            use.directory().projectSkills(List.of(), skill -> Optional.empty());
        }
        assertThat(path.resolve(".claude/skills")).doesNotExist();
    }

    @Test
    void theFileWithTheTokenIsDeletedWithTheRun() throws IOException {
        try (WorkingDirectories.Use use = directories.open(KEY, NOW)) {
            Path file = use.directory().path().resolve(".mcp.json");
            use.directory().projectMcp(new McpEndpoint(URI.create("http://127.0.0.1:1/mcp"), "t"));
            assertThat(permissions(file)).isEqualTo("rw-------");
            use.directory().forgetMcp();
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void longUnusedFoldersAreDeletedAndFoldersInUseStay() throws IOException {
        Path old = project(KEY);
        WorkingDirectories.Use held = directories.open(new SessionKey("held", true), NOW);

        directories.sweep(NOW.plus(Duration.ofDays(29)));
        assertThat(old).exists();
        directories.sweep(NOW.plus(Duration.ofDays(31)));

        assertThat(old).doesNotExist();
        assertThat(held.directory().path()).exists();
        held.close();
    }

    @Test
    void beyondTheMaximumTheLongestUnusedAreDeleted() throws IOException {
        for (int i = 0; i < 6; i++) {
            directories.open(new SessionKey("k" + i, true), NOW.plusSeconds(i)).close();
        }
        directories.sweep(NOW.plusSeconds(10));

        try (Stream<Path> left = Files.list(root)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            new SessionKey("k3", true).folder(),
                            new SessionKey("k4", true).folder(),
                            new SessionKey("k5", true).folder());
        }
    }

    @Test
    void theFolderOfAnEventOutsideAnyConversationIsDeletedAtOnce() throws IOException {
        WorkingDirectories.Use use = directories.open(new SessionKey("run/1", false), NOW);
        assertThat(use.directory().path()).exists();
        use.close();
        use.close();
        assertThat(use.directory().path()).doesNotExist();
    }

    @Test
    void aRootThatIsNoFolderIsRefused() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");
        Path link = Files.createSymbolicLink(temp.resolve("link"), Files.createDirectory(temp.resolve("real")));

        for (Path wrong : List.of(file, link)) {
            assertThatThrownBy(() -> new WorkingDirectories(wrong, Duration.ofDays(1), 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is not a directory");
        }
    }

    private Path project(SessionKey key) throws IOException {
        try (WorkingDirectories.Use use = directories.open(key, NOW)) {
            use.directory().project(Contexts.context(Contexts.rich()), true);
            use.directory()
                    .projectSkills(
                            List.of(new SkillResource("brew", null, null), new SkillResource("../x", null, null)),
                            skill -> Optional.empty());
            return use.directory().path();
        }
    }

    private static String permissions(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
