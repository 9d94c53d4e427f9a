import "./shared-world";
import { testCrowd } from "./suites/crowd";

testCrowd(200);
