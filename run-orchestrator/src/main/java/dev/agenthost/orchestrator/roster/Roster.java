package dev.agenthost.orchestrator.roster;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** What is known of runners, the same for every replica. */
public interface Roster {
    /** Those that are connected anywhere and kept otherwise, or not at all, or seen an hour ago. One that cannot be read is passed over. */
    Uni<List<Sighting>> changed();

    /** Keeps it; does nothing where it is kept so. */
    Uni<Void> keep(Sighting sighting);

    /** It is not looked at again while it stays as it is. Said once in the log. */
    void passOver(Sighting sighting, String why);

    /**
     * Tells what was not told yet, or not for a day, and forgets what nobody has seen for long. Only one replica does so at a time, so records
     * of one runner come in the order in which it changed.
     */
    Uni<Void> tell(RosterTopic topic);
}
