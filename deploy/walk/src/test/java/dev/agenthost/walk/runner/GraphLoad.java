package dev.agenthost.walk.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** Rehearsals that go on at the same time until the load is closed; each person begins the next one when the last one has ended. */
final class GraphLoad implements AutoCloseable {
    private final Rehearsals rehearsals;
    private final List<Thread> people = new ArrayList<>();
    private final List<Rehearsal> ended = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final AtomicBoolean goesOn = new AtomicBoolean(true);

    GraphLoad(Rehearsals rehearsals, int people) {
        this.rehearsals = rehearsals;
        for (int person = 0; person < people; person++) {
            this.people.add(Thread.ofVirtual().name("person-" + person).start(this::rehearse));
        }
    }

    private void rehearse() {
        while (goesOn.get()) {
            try {
                ended.add(rehearsals.whole());
            } catch (RuntimeException | AssertionError why) {
                System.out.println("a rehearsal without an end: " + why);
                failures.add(why);
            }
        }
    }

    /** The rehearsals that have ended. */
    List<Rehearsal> ended() {
        return List.copyOf(ended);
    }

    /** The errors that kept rehearsals from an end. */
    List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /** Lets each person come to the end of the current rehearsal. */
    @Override
    public void close() throws InterruptedException {
        goesOn.set(false);
        for (Thread person : people) {
            person.join();
        }
    }
}
