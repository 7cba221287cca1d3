package dev.agenthost.context.skill.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.skill.Skill;
import dev.agenthost.context.skill.SkillSummary;
import dev.agenthost.context.skill.StoredSkill;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.skill.SkillFile;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Maps rows of {@code context.skills} to skills. */
final class SkillRows {
    static final String FACTS = "name, display_name, description";
    static final String SUMMARY = FACTS + ", enabled, registered_by, version, changed_at";
    static final String WHOLE = SUMMARY + ", instructions, files::text as files";

    private SkillRows() {}

    static <T> List<T> all(RowSet<Row> rows, Function<Row, T> read) {
        List<T> all = new ArrayList<>();
        rows.forEach(row -> all.add(read.apply(row)));
        return all;
    }

    static SkillResource facts(Row row) {
        return new SkillResource(row.getString("name"), row.getString("display_name"), row.getString("description"));
    }

    static SkillSummary summary(Row row) {
        return new SkillSummary(
                row.getString("name"),
                row.getString("display_name"),
                row.getString("description"),
                row.getBoolean("enabled"),
                row.getString("registered_by"),
                row.getLong("version"),
                changedAt(row));
    }

    static StoredSkill whole(String workspaceId, Row row) {
        Skill skill = new Skill(
                workspaceId,
                row.getString("name"),
                row.getString("display_name"),
                row.getString("description"),
                row.getString("instructions"),
                files(row.getString("files")),
                row.getBoolean("enabled"),
                row.getString("registered_by"));
        return new StoredSkill(skill, row.getLong("version"), changedAt(row));
    }

    static String text(List<SkillFile> files) {
        return new String(ProtocolCodec.encode(files), StandardCharsets.UTF_8);
    }

    private static List<SkillFile> files(String stored) {
        try {
            List<SkillFile> files = new ArrayList<>();
            for (JsonNode file : ProtocolCodec.mapper().readTree(stored)) {
                files.add(new SkillFile(
                        file.path("path").asText(), file.path("content").asText()));
            }
            return files;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has invalid JSON", e);
        }
    }

    private static Instant changedAt(Row row) {
        return row.getOffsetDateTime("changed_at").toInstant();
    }
}
