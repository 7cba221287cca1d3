/** The servers of the tests: one broker and one PostgreSQL server for each test JVM. */
@NullMarked
package dev.agenthost.local.test;

import org.jspecify.annotations.NullMarked;
