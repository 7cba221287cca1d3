package dev.agenthost.orchestrator.ledger.postgres;

import dev.agenthost.door.drill.Drill;
import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.admission.Admission;
import dev.agenthost.orchestrator.admission.AdmissionLedger;
import dev.agenthost.orchestrator.admission.Admitted;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.ledger.postgres.row.AdmissionColumns;
import dev.agenthost.orchestrator.ledger.postgres.row.Pools;
import dev.agenthost.orchestrator.ledger.postgres.row.Rows;
import dev.agenthost.orchestrator.ledger.postgres.row.Statements;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.protocol.run.Resolution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Admission by the function {@code runs.admit_v2}: a batch in one round trip. */
public final class PostgresAdmissionLedger implements AdmissionLedger {
    static final String ADMIT = """
            SELECT * FROM runs.admit_v2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                $19, $20::text::jsonb)""";
    /** Records in one call: beyond this a batch gains nothing and holds its locks longer. */
    private static final int MOST = 128;

    private final Statements statements;

    public PostgresAdmissionLedger(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<List<Admitted>> admit(List<Admission> batch, Incarnation owner, Room room) {
        if (batch.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        if (batch.size() > MOST) {
            // The room is for the first part: what comes after may find it taken, and is then queued.
            return both(
                    admit(batch.subList(0, MOST), owner, room), batch.subList(MOST, batch.size()), owner, Room.NONE);
        }
        return once(batch, owner, room)
                .onFailure(why -> Statements.refusedAsData(why).isPresent())
                .recoverWithUni(why -> bisect(batch, owner, room, why));
    }

    private Uni<List<Admitted>> once(List<Admission> batch, Incarnation owner, Room room) {
        AdmissionColumns columns = new AdmissionColumns(batch);
        return statements
                .list(row -> row, ADMIT, columns.with(owner.value(), Pools.json(room)))
                .map(rows -> answers(batch, rows, room))
                .invoke(PostgresAdmissionLedger::drill);
    }

    /** Finds what the database refuses; the rest is admitted in its order. */
    private Uni<List<Admitted>> bisect(List<Admission> batch, Incarnation owner, Room room, Throwable why) {
        if (batch.size() == 1) {
            Admitted refused =
                    new Admitted.Refused(Statements.refusedAsData(why).orElseThrow());
            return Uni.createFrom().item(List.of(refused));
        }
        int half = batch.size() / 2;
        return both(admit(batch.subList(0, half), owner, room), batch.subList(half, batch.size()), owner, Room.NONE);
    }

    private Uni<List<Admitted>> both(Uni<List<Admitted>> first, List<Admission> second, Incarnation owner, Room room) {
        return first.chain(some -> admit(second, owner, room).map(others -> {
            List<Admitted> all = new ArrayList<>(some);
            all.addAll(others);
            return all;
        }));
    }

    private static List<Admitted> answers(List<Admission> batch, List<Row> rows, Room room) {
        List<Admitted> answers = new ArrayList<>(rows.size());
        for (Row row : rows) {
            answers.add(answer(batch.get(row.getInteger("o_ordinal") - 1), row, room));
        }
        return answers;
    }

    private static Admitted answer(Admission admission, Row row, Room room) {
        return switch (row.getString("o_fate")) {
            case "repeated" -> new Admitted.Repeated();
            case "waiting" -> new Admitted.Waiting();
            case "queued" -> new Admitted.Queued();
            case "ended" -> new Admitted.Ended(Objects.requireNonNull(admission.end()));
            case "claimed" -> new Admitted.Claimed(claimed(admission, row).in(room.pool(row.getInteger("o_pool"))));
            default -> throw new IllegalStateException("a fate that runs.admit_v2 does not know");
        };
    }

    private static ClaimedRun claimed(Admission admission, Row row) {
        Resolution resolution = Objects.requireNonNull(admission.resolution());
        return new ClaimedRun(
                resolution,
                row.getInteger("o_attempt"),
                Rows.time(row, "o_claimed_at"),
                Rows.time(row, "o_deadline_at"),
                Rows.position(row.getString("o_previous_turn")),
                admission.traceId());
    }

    private static void drill(List<Admitted> answers) {
        Drill.at("orchestrator.20-admitted");
        if (answers.stream().anyMatch(Admitted.Claimed.class::isInstance)) {
            Drill.at("orchestrator.30-claimed");
        }
    }
}
